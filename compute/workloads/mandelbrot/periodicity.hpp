// How an orbit is found never to escape: Brent's test keeps a state after a first few blocks and
// then at every doubling, and waits for the orbit to come back to it. Those who run an orbit differ
// in how often they compare, and in whether a near return is enough.
#pragma once

#include "compute/workloads/mandelbrot/trapping.hpp"

#include <cmath>
#include <cstdint>

namespace mariani::mandelbrot {

// The number of blocks after which the state is first kept.
inline constexpr std::uint32_t first_kept_block = 16;

// A coordinate that no bounded z comes near: it stands in until there is a state to keep.
inline constexpr int never_reached = 4;

// Waits for an exact return.
template <typename T>
class ExactReturn {
  public:
    // An orbit after another: nothing is left of that one's state.
    MARIANI_HOST_DEVICE void begin(bool wanted) {
        *this = {};
        next_kept_ = wanted ? first_kept_block : ~0U;
    }
    MARIANI_HOST_DEVICE std::uint32_t next_kept() const { return next_kept_; }
    MARIANI_HOST_DEVICE bool is_near(T re, T im) const { return (re == re_) & (im == im_); }

    // Whether the orbit, which has taken that many blocks, is found never to escape. `last`: the
    // dwell limit is reached.
    MARIANI_HOST_DEVICE bool settles(T re, T im, T, T, std::uint32_t block, bool) {
        const bool back = is_near(re, im);
        if (block == next_kept_) keep(re, im);
        return back;
    }
    MARIANI_HOST_DEVICE std::uint32_t proof_steps() const { return 0; }

  private:
    MARIANI_HOST_DEVICE void keep(T re, T im) {
        re_ = re;
        im_ = im;
        next_kept_ *= 2;
    }

    T re_ = never_reached, im_ = never_reached;
    std::uint32_t next_kept_ = 0;
};

// Tries a proof when the orbit is near. Not for GPUs, where one lane's proof stalls
// the rest of its warp: there frames took 1.0 to 1.9 times as long (H200, 12 views and precisions).
template <typename T>
class ProvenReturn {
  public:
    // An orbit after another: nothing is left of that one's state.
    MARIANI_HOST_DEVICE void begin(bool wanted) {
        *this = {};
        next_kept_ = wanted ? first_kept_block : ~0U;
    }
    MARIANI_HOST_DEVICE std::uint32_t next_kept() const { return next_kept_; }
    MARIANI_HOST_DEVICE bool is_near(T re, T im) const {
        return (std::fabs(re - re_) < near_) & (std::fabs(im - im_) < near_);
    }

    // A proof is not tried if the state is due to be kept or the dwell limit is reached.
    MARIANI_HOST_DEVICE bool settles(T re, T im, T c_re, T c_im, std::uint32_t block, bool last) {
        const bool due = block == next_kept_;
        if (is_near(re, im) && proves(re, im, c_re, c_im, due || last)) return true;
        if (due) keep(re, im);
        return false;
    }
    MARIANI_HOST_DEVICE std::uint32_t proof_steps() const { return proof_steps_; }

  private:
    MARIANI_HOST_DEVICE bool proves(T re, T im, T c_re, T c_im, bool too_late) {
        const T distance = std::fmax(std::fabs(re - re_), std::fabs(im - im_));
        if (distance == T(0)) return true;
        if (too_late) return false;
        near_ = distance * proof_retry_factor<T>;
        const auto proof = find_trapping_disc(re, im, c_re, c_im, distance);
        proof_steps_ += proof.steps;
        return proof.trapped;
    }
    MARIANI_HOST_DEVICE void keep(T re, T im) {
        re_ = re;
        im_ = im;
        near_ = proof_distance<T>;
        next_kept_ *= 2;
    }

    T re_ = never_reached, im_ = never_reached;
    T near_ = proof_distance<T>;
    std::uint32_t next_kept_ = 0;
    std::uint32_t proof_steps_ = 0;
};

// For orbits without shortcuts.
template <typename T>
class NoReturn {
  public:
    MARIANI_HOST_DEVICE void begin(bool) {}
    MARIANI_HOST_DEVICE bool settles(T, T, T, T, std::uint32_t, bool) { return false; }
    MARIANI_HOST_DEVICE std::uint32_t proof_steps() const { return 0; }
};

}  // namespace mariani::mandelbrot
