#include "compute/workloads/mandelbrot/point_orbit.hpp"

#include "compute/workloads/mandelbrot/plane.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <cmath>

namespace mariani::mandelbrot {
namespace {

// A cycle is looked for once the orbit has come close to it, which takes long near the bonds of
// the set's discs: there none is found.
constexpr std::uint32_t steps_to_settle = 8192;
constexpr std::uint32_t longest_period = 1024;
constexpr double closed = 1e-9;  // the distance within which an orbit has come back

struct Complex {
    double re, im;
};

double modulus_of(Complex z) {
    return std::sqrt(norm(z.re, z.im));
}

// The least number of steps that leads back. `growth` is how a small displacement grows over them:
// below 1 the cycle attracts, else the orbit has only come near an earlier point.
std::optional<std::uint32_t> period_of(Complex z, Complex c) {
    for (std::uint32_t i = 0; i < steps_to_settle; ++i) step(z.re, z.im, c.re, c.im);
    const Complex start = z;
    double growth = 1;
    for (std::uint32_t period = 1; period <= longest_period; ++period) {
        growth *= 2 * modulus_of(z);
        step(z.re, z.im, c.re, c.im);
        if (has_escaped(z.re, z.im)) return std::nullopt;
        if (modulus_of({z.re - start.re, z.im - start.im}) < closed && growth < 1) return period;
    }
    return std::nullopt;
}

}  // namespace

PointOrbit orbit_of_pixel(const View& view, ImageSize image, int x, int y,
                          std::uint32_t dwell_limit, std::size_t max_points) {
    const auto plane = PixelPlane<double>::of(view, image);
    const auto start = plane.start(x, y);
    const Complex c{start.c_re, start.c_im};
    Complex z{start.z_re, start.z_im};
    PointOrbit orbit;
    const auto keep = [&] {
        if (orbit.points.size() < max_points) orbit.points.push_back({z.re, z.im});
    };
    keep();
    for (; orbit.steps < dwell_limit && !has_escaped(z.re, z.im); ++orbit.steps) {
        step(z.re, z.im, c.re, c.im);
        keep();
    }
    orbit.escaped = orbit.steps < dwell_limit;
    orbit.modulus = modulus_of(z);
    if (!orbit.escaped) orbit.period = period_of(z, c);
    return orbit;
}

}  // namespace mariani::mandelbrot
