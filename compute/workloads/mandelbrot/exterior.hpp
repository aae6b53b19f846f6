// The exterior distance estimate of one point, and its normal, by the derivative of its orbit.
#pragma once

#include "compute/subdivision/elements.hpp"
#include "compute/workloads/mandelbrot/formula.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <cmath>
#include <cstdint>

namespace mariani::mandelbrot {

// An orbit and its derivative by the pixel's point: c, or the first z of a Julia set.
template <typename T>
struct DerivedOrbit {
    T re, im;
    T d_re, d_im;
};

template <typename T>
MARIANI_HOST_DEVICE bool is_far(T re, T im) {
    return !less(norm(re, im), T(smooth_norm));
}

// How many steps are taken at most until z is far. The dwell of a filled pixel is its
// region's, but no step depends on it. A point that is never far, such as c = -2, is one of the
// set, and its derivative has grown beyond all bounds by then.
MARIANI_HOST_DEVICE constexpr std::uint32_t max_exterior_steps(std::uint32_t dwell) {
    return dwell + max_smooth_steps;
}

// In double, where the square of a derivative in float does not overflow. That of one in double
// does so for points nearer to the set than any two numbers: their distance is 0.
template <typename T>
MARIANI_HOST_DEVICE subdivision::ElementExterior exterior_of_orbit(const DerivedOrbit<T>& z,
                                                                   T pitch) {
    const double re = z.re, im = z.im, d_re = z.d_re, d_im = z.d_im;
    const double modulus = std::sqrt(norm(re, im)), d_modulus = std::sqrt(norm(d_re, d_im));
    const double distance = modulus * std::log(modulus) / (d_modulus * double{pitch});
    constexpr double turns_per_radian = 0.15915494309189535;
    const double angle = std::atan2(im * d_re - re * d_im, re * d_re + im * d_im);
    const auto normal = static_cast<float>(angle * turns_per_radian + (angle < 0 ? 1 : 0));
    return {distance > 0 ? static_cast<float>(distance) : 0.0F,  // 0 also for what is no number
            normal > 0 && normal < 1 ? normal : 0.0F};
}

// The exterior of a pixel, by one thread; `stop` is polled from time to time, and once it returns
// true the result is meaningless.
template <template <typename> class Plane, typename T, typename Stop = subdivision::NeverStop>
MARIANI_HOST_DEVICE subdivision::ElementExterior exterior_of_pixel(const Plane<T>& plane, int x,
                                                                   int y, std::uint32_t dwell,
                                                                   const Stop& stop = {}) {
    constexpr std::uint32_t steps_between_polls = 1U << 14;
    const std::uint32_t most = max_exterior_steps(dwell);
    const OrbitStart<T> start = plane.start(x, y);
    DerivedOrbit<T> z{start.z_re, start.z_im, T(1), T(0)};
    for (std::uint32_t i = 0; i < most && !is_far(z.re, z.im); ++i) {
        if (i % steps_between_polls == steps_between_polls - 1 && stop()) break;
        derivative_step(z.d_re, z.d_im, z.re, z.im, plane.c_by_point());
        step(z.re, z.im, start.c_re, start.c_im);
    }
    return exterior_of_orbit(z, plane.pitch);
}

}  // namespace mariani::mandelbrot
