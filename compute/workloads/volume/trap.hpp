// Discs that no orbit of z <- z^2 + c leaves, around the cycle of one or two points that attracts
// orbits where c is in the main cardioid or in the disc of period 2. They depend on c alone, so all
// voxels with the same c share them.
//
// For |z - p| <= r the image of z lies within r (r + 2|p|) + |p^2 + c - q| of q. The radii include
// the rounding errors of a step, so this holds for the states as computed: an orbit in a trap
// reaches every dwell limit, and no dwell changes.
#pragma once

#include "compute/workloads/mandelbrot/periodicity.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace mariani::volume {

template <typename T>
struct Disc {
    T re = 0, im = 0;
    T square = 0;  // of the radius; 0: there is no disc

    MARIANI_HOST_DEVICE bool holds(T z_re, T z_im) const {
        return mandelbrot::less(mandelbrot::norm(z_re - re, z_im - im), square);
    }
};

// A step maps each of the two discs into the other one.
template <typename T>
struct Trap {
    Disc<T> first, second;
};

namespace trapping {

template <typename T>
struct Complex {
    T re, im;
};

template <typename T>
inline constexpr T epsilon = std::numeric_limits<T>::epsilon();

// The root whose real part is not negative.
template <typename T>
MARIANI_HOST_DEVICE Complex<T> square_root(Complex<T> z) {
    const T modulus = std::sqrt(z.re * z.re + z.im * z.im);
    const T larger = std::sqrt((modulus + std::fabs(z.re)) / 2);
    if (!(larger > 0)) return {0, 0};
    const T smaller = z.im / (2 * larger);
    if (z.re >= 0) return {larger, smaller};
    return {std::fabs(smaller), z.im < 0 ? -larger : larger};
}

// |z| or slightly more.
template <typename T>
MARIANI_HOST_DEVICE T modulus(Complex<T> z) {
    return std::sqrt(z.re * z.re + z.im * z.im) * (1 + 8 * epsilon<T>);
}

// Within which distance of q a step takes what lies within `radius` of p. While |z| and |c| are
// below 2, a step rounds four times by at most 10 epsilon / 2; p^2 + c - q, as computed here, no
// more.
template <typename T>
MARIANI_HOST_DEVICE T image_radius(Complex<T> p, Complex<T> q, Complex<T> c, T radius) {
    const Complex<T> apart{p.re * p.re - p.im * p.im + c.re - q.re, 2 * p.re * p.im + c.im - q.im};
    const T image = radius * (radius + 2 * modulus(p)) + modulus(apart);
    return (image + 48 * epsilon<T>)*(1 + 16 * epsilon<T>);
}

// A little smaller than the radius, as the test of a state rounds too.
template <typename T>
MARIANI_HOST_DEVICE Disc<T> disc(Complex<T> centre, T radius) {
    return {centre.re, centre.im, radius * radius * (1 - 64 * epsilon<T>)};
}

// The widest that is found around a cycle of p and q, which may be one.
template <typename T>
MARIANI_HOST_DEVICE Trap<T> around(Complex<T> p, Complex<T> q, Complex<T> c) {
    constexpr T widest = 1, least = T(1.0 / 64), ratio = T(0.8);
    for (T radius = widest; radius > least; radius *= ratio) {
        const T image = image_radius(p, q, c, radius);
        const bool bounded = modulus(p) + radius < T(1.9) && modulus(q) + image < T(1.9);
        if (bounded && image_radius(q, p, c, image) < radius)
            return {disc(p, radius), disc(q, image)};
    }
    return {};
}

}  // namespace trapping

// None where c has no such cycle, or where it attracts too weakly.
template <typename T>
MARIANI_HOST_DEVICE Trap<T> trap_of(T c_re, T c_im) {
    using Complex = trapping::Complex<T>;
    const Complex c{c_re, c_im};
    const Complex root = trapping::square_root(Complex{1 - 4 * c_re, -4 * c_im});
    const Complex fixed{(1 - root.re) / 2, -root.im / 2};
    if (4 * mandelbrot::norm(fixed.re, fixed.im) < 1) return trapping::around(fixed, fixed, c);
    if (16 * mandelbrot::norm(c_re + 1, c_im) >= 1) return {};
    const Complex half = trapping::square_root(Complex{-3 - 4 * c_re, -4 * c_im});
    const Complex right{(half.re - 1) / 2, half.im / 2}, left{(-half.re - 1) / 2, -half.im / 2};
    const bool right_is_nearer =
        mandelbrot::norm(right.re, right.im) < mandelbrot::norm(left.re, left.im);
    return right_is_nearer ? trapping::around(right, left, c) : trapping::around(left, right, c);
}

// Waits until an orbit is in its trap, or returns exactly.
template <typename T>
class TrappedReturn {
  public:
    TrappedReturn() = default;
    MARIANI_HOST_DEVICE TrappedReturn(const Trap<T>& trap, bool wanted) : trap_(trap) {
        exact_.begin(wanted);
    }
    MARIANI_HOST_DEVICE void begin(bool wanted) { *this = TrappedReturn({}, wanted); }
    MARIANI_HOST_DEVICE std::uint32_t next_kept() const { return exact_.next_kept(); }
    MARIANI_HOST_DEVICE bool is_near(T re, T im) const {
        return exact_.is_near(re, im) | trap_.first.holds(re, im) | trap_.second.holds(re, im);
    }
    MARIANI_HOST_DEVICE bool settles(T re, T im, T c_re, T c_im, std::uint32_t block, bool last) {
        const bool near = is_near(re, im);
        exact_.settles(re, im, c_re, c_im, block, last);
        return near;
    }
    MARIANI_HOST_DEVICE std::uint32_t proof_steps() const { return 0; }

  private:
    mandelbrot::ExactReturn<T> exact_;
    Trap<T> trap_;
};

}  // namespace mariani::volume
