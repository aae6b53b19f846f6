// A proof that an orbit never escapes, which takes fewer steps than waiting until a state repeats
// exactly.
//
// An orbit that has nearly returned to an earlier state may be approaching a cycle. A disc around
// it that is mapped into itself is a trapping region: no orbit leaves it. As the radii include the
// rounding errors, this holds for the states as computed, so the point would reach every dwell
// limit, and no dwell changes.
#pragma once

#include "compute/workloads/mandelbrot/formula.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace mariani::mandelbrot {

// How near (in either coordinate) to an earlier state a proof is worth trying; after a failed one,
// at what fraction of its distance the next is tried; and how many steps it may take, each of which
// costs several ordinary ones. Measured on the shipped views.
template <typename T>
inline constexpr T proof_distance = sizeof(T) == 8 ? T(1e-4) : T(1e-3);
template <typename T>
inline constexpr T proof_retry_factor = T(1e-3);
inline constexpr std::uint32_t max_proof_steps = 64;

// A trial disc's radius for that distance; its largest radius; and the radius within which no test
// finds an escape.
template <typename T>
MARIANI_HOST_DEVICE constexpr T trial_radius(T distance) {
    return 8 * distance + 64 * std::numeric_limits<T>::epsilon();
}
template <typename T>
inline constexpr T widest_disc = T(0.02);
template <typename T>
inline constexpr T bounded_modulus = T(1.99);

// For radius_after_step: a step of two states rounds four times in each coordinate, by half an
// epsilon of at most |z|^2 + |c|; and the radius itself is rounded.
template <typename T>
inline constexpr T rounding_apart = T(2.5) * std::numeric_limits<T>::epsilon();
template <typename T>
inline constexpr T rounded_up = 1 + 8 * std::numeric_limits<T>::epsilon();

struct Trapping {
    bool trapped;         // if false, nothing is known
    std::uint32_t steps;  // taken by the proof
};

// |z|, or for double slightly more: its square roots are taken in single precision, which is cheap.
MARIANI_HOST_DEVICE inline float modulus(float re, float im) {
    return std::sqrt(norm(re, im));
}
inline constexpr double root_excess = 1e-6;
MARIANI_HOST_DEVICE inline double modulus(double re, double im) {
    const double root = std::sqrt(static_cast<float>(norm(re, im)));
    return mul_add(root, root_excess, root);
}

MARIANI_HOST_DEVICE inline bool both(bool a, bool b) {
    return a && b;
}

#define MARIANI_FORMULA MARIANI_HOST_DEVICE inline
#include "compute/workloads/mandelbrot/trapping.inl"
#undef MARIANI_FORMULA

// Whether a disc around z is mapped into itself within a few steps; earlier the orbit was at
// `distance` from z.
template <typename T>
MARIANI_HOST_DEVICE Trapping find_trapping_disc(T re, T im, T c_re, T c_im, T distance) {
    auto disc = trial_disc(re, im, c_re, c_im, trial_radius(distance));
    for (std::uint32_t steps = 1; steps <= max_proof_steps; ++steps) {
        advance(disc, rounding_apart<T>, rounded_up<T>);
        if (!stays_bounded(disc, widest_disc<T>, bounded_modulus<T>)) return {false, steps};
        if (lies_within(disc, T(0), rounded_up<T>)) return {true, steps};
    }
    return {false, max_proof_steps};
}

}  // namespace mariani::mandelbrot
