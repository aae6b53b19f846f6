// How an orbit is found never to escape: Brent's periodicity test, and a proof that takes fewer
// steps than waiting until a state repeats exactly.
//
// An orbit that has nearly returned to an earlier state may be approaching a cycle. A disc around
// it that is mapped into itself is a trapping region: no orbit leaves it. As the radii include the
// rounding errors, this holds for the states as computed, so the point would reach every dwell
// limit, and no dwell changes.
#pragma once

#include "compute/kernel/formula.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace mariani::kernel {

// How near (in either coordinate) to an earlier state a proof is worth trying; after a failed one,
// at what fraction of its distance the next is tried; and how many steps it may take, each of which
// costs several ordinary ones. Measured on the shipped views.
template <typename T>
inline constexpr T nearly_back = sizeof(T) == 8 ? T(1e-4) : T(1e-3);
template <typename T>
inline constexpr T nearer_back = T(1e-3);
inline constexpr std::uint32_t most_proof_steps = 64;

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

// A coordinate that no bounded z comes near: it stands in until there is a state to keep.
inline constexpr int never_reached = 4;

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

// Whether a disc around z is mapped into itself within a few steps; earlier the orbit was at
// `distance` from z.
template <typename T>
MARIANI_HOST_DEVICE Trapping find_trapping_disc(T re, T im, T c_re, T c_im, T distance) {
    const T trial = trial_radius(distance), c_modulus = modulus(c_re, c_im);
    const T centre_re = re, centre_im = im;
    T radius = trial, from_zero = modulus(re, im);
    for (std::uint32_t steps = 1; steps <= most_proof_steps; ++steps) {
        radius = radius_after_step(radius, from_zero, c_modulus, rounding_apart<T>, rounded_up<T>);
        step(re, im, c_re, c_im);
        from_zero = modulus(re, im);
        if (!less(radius, widest_disc<T>) || !less(from_zero + radius, bounded_modulus<T>))
            return {false, steps};
        const T room = trial - rounded_up<T> * radius;
        const T moved = norm(re - centre_re, im - centre_im);
        if (less(T(0), room) && less(rounded_up<T> * moved, room * room)) return {true, steps};
    }
    return {false, most_proof_steps};
}

// Brent's test: the state to which an orbit has to return. This kind waits for an exact return.
template <typename T>
class ExactReturn {
  public:
    MARIANI_HOST_DEVICE void keep(T re, T im) {
        re_ = re;
        im_ = im;
    }
    MARIANI_HOST_DEVICE bool is_near(T re, T im) const { return (re == re_) & (im == im_); }
    MARIANI_HOST_DEVICE bool holds(T, T, T, T, bool, std::uint32_t&) { return true; }

  private:
    T re_ = never_reached, im_ = never_reached;
};

// This kind tries a proof when the orbit is near. Not for GPUs, where one lane's proof stalls the
// rest of its warp: there frames took 1.0 to 1.9 times as long (H200, 12 views and precisions).
template <typename T>
class ProvenReturn {
  public:
    MARIANI_HOST_DEVICE void keep(T re, T im) {
        re_ = re;
        im_ = im;
        near_ = nearly_back<T>;
    }

    // Whether holds() is worth calling.
    MARIANI_HOST_DEVICE bool is_near(T re, T im) const {
        return (std::fabs(re - re_) < near_) & (std::fabs(im - im_) < near_);
    }

    // Whether the orbit, now at z and near, is found never to escape. Adds the steps of a proof,
    // which is not tried if z is due to be kept or the dwell limit is reached.
    MARIANI_HOST_DEVICE bool holds(T re, T im, T c_re, T c_im, bool due,
                                   std::uint32_t& proof_steps) {
        const T distance = std::fmax(std::fabs(re - re_), std::fabs(im - im_));
        if (distance == T(0)) return true;
        if (due) return false;
        near_ = distance * nearer_back<T>;
        const auto proof = find_trapping_disc(re, im, c_re, c_im, distance);
        proof_steps += proof.steps;
        return proof.trapped;
    }

  private:
    T re_ = never_reached, im_ = never_reached;
    T near_ = nearly_back<T>;
};

}  // namespace mariani::kernel
