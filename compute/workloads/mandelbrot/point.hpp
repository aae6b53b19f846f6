// The dwell of one point.
#pragma once

#include "compute/subdivision/elements.hpp"
#include "compute/workloads/mandelbrot/formula.hpp"
#include "compute/workloads/mandelbrot/periodicity.hpp"
#include "compute/workloads/mandelbrot/plane.hpp"

#include <cstdint>

namespace mariani::mandelbrot {

// Steps between two escape tests. An escape found at a block's end is replayed from its start; as
// |z| only grows once it is 2 or more, the dwell is the same as with a test after every step.
inline constexpr std::uint32_t block_steps = 16;

MARIANI_HOST_DEVICE constexpr std::uint32_t block_count(std::uint32_t dwell_limit) {
    return (dwell_limit + block_steps - 1) / block_steps;
}

// The current z, and its value at the start of each quarter of the last block.
inline constexpr std::uint32_t quarter_steps = block_steps / 4;

template <typename T>
struct Orbit {
    T re, im;
    T past_re[4], past_im[4];
};

template <typename T>
MARIANI_HOST_DEVICE void advance_block(Orbit<T>& z, T c_re, T c_im) {
    for (int quarter = 0; quarter < 4; ++quarter) {
        z.past_re[quarter] = z.re;
        z.past_im[quarter] = z.im;
        for (std::uint32_t i = 0; i < quarter_steps; ++i) step(z.re, z.im, c_re, c_im);
    }
}

template <typename T>
MARIANI_HOST_DEVICE bool has_escaped(T re, T im) {
    return !less(norm(re, im), T(4));
}

template <typename T>
struct EscapedState {
    std::uint32_t steps;
    T re;
    T im;
};

// The number of steps from the last block's start until z escaped in it, and if wanted the state
// then. As |z| only grows once it is 2 or more, it suffices to find the quarter and to count the
// states in it before the escape, without a branch on which a warp would diverge.
template <typename T>
MARIANI_HOST_DEVICE EscapedState<T> replay_block(const Orbit<T>& z, T c_re, T c_im,
                                                 bool state_wanted) {
    T re = z.past_re[0], im = z.past_im[0];
    std::uint32_t before = 0;
    for (int quarter = 1; quarter < 4; ++quarter) {
        const bool later = !has_escaped(z.past_re[quarter], z.past_im[quarter]);
        re = later ? z.past_re[quarter] : re;
        im = later ? z.past_im[quarter] : im;
        before += later ? quarter_steps : 0;
    }
    EscapedState<T> escaped{0, re, im};
    for (std::uint32_t i = 0; i < quarter_steps; ++i) {
        escaped.steps += has_escaped(re, im) ? 0 : 1;
        step(re, im, c_re, c_im);
    }
    if (state_wanted)
        for (std::uint32_t i = 0; i < escaped.steps; ++i) step(escaped.re, escaped.im, c_re, c_im);
    escaped.steps += before;
    return escaped;
}

// The smooth dwell iterates on until |z|^2 reaches this, which makes the formula smooth enough.
// Near |z| = 2 the excess over 2 grows fourfold per step, so this many steps always suffice.
inline constexpr float smooth_norm = 1e8F;
inline constexpr int max_smooth_steps = 48;

// An escaped pixel's smooth dwell minus its dwell, from a state `extra` steps after the escape.
template <typename T>
MARIANI_HOST_DEVICE float smooth_value(T re, T im, int extra) {
    const float log_modulus = 0.5F * std::log2(static_cast<float>(norm(re, im)));
    return 1.0F - std::log2(log_modulus) + static_cast<float>(extra);
}

template <typename T>
MARIANI_HOST_DEVICE float smooth_fraction(EscapedState<T> escaped, T c_re, T c_im) {
    int extra = 0;
    while (extra < max_smooth_steps && less(norm(escaped.re, escaped.im), T(smooth_norm))) {
        step(escaped.re, escaped.im, c_re, c_im);
        ++extra;
    }
    return smooth_value(escaped.re, escaped.im, extra);
}

// A point on its way to its dwell, a block of steps at a time: begun, advanced and finished by
// whoever runs it, a thread or a warp's lane. Return: how an orbit is found never to escape
// (periodicity.hpp).
template <typename Return, typename T>
class PointRun {
  public:
    MARIANI_HOST_DEVICE void begin(const OrbitStart<T>& start, bool shortcuts) {
        begin(start);
        return_.begin(shortcuts);
    }
    // With a way to find returns that was made for this orbit.
    MARIANI_HOST_DEVICE void begin(const OrbitStart<T>& start, const Return& own_return) {
        begin(start);
        return_ = own_return;
    }

    // Takes a block. True if the orbit has escaped in it.
    MARIANI_HOST_DEVICE bool advance() {
        advance_block(z_, c_re_, c_im_);
        ++block_;
        return has_escaped(z_.re, z_.im);
    }
    MARIANI_HOST_DEVICE std::uint32_t blocks_done() const { return block_; }

    // For an orbit that has not escaped: whether it may be found never to escape; whether it is
    // (`last`: the block at which the dwell limit is reached); and the next block after which to
    // ask that, whatever may be. That block must not be passed over.
    MARIANI_HOST_DEVICE bool may_settle() const { return return_.is_near(z_.re, z_.im); }
    MARIANI_HOST_DEVICE bool settles(std::uint32_t last) {
        return return_.settles(z_.re, z_.im, c_re_, c_im_, block_, block_ == last);
    }
    MARIANI_HOST_DEVICE std::uint32_t next_settling() const { return return_.next_kept(); }

    // Once the orbit has escaped or settled.
    MARIANI_HOST_DEVICE subdivision::ElementDwell result(std::uint32_t dwell_limit,
                                                         float* fraction) const {
        const std::uint32_t steps = block_ * block_steps, proof_steps = return_.proof_steps();
        if (!has_escaped(z_.re, z_.im))
            return {dwell_limit, (steps < dwell_limit ? steps : dwell_limit) + proof_steps};
        const auto end = replay_block(z_, c_re_, c_im_, fraction != nullptr);
        const std::uint32_t dwell = steps - block_steps + end.steps;
        if (dwell >= dwell_limit) return {dwell_limit, dwell_limit + proof_steps};
        if (fraction) *fraction = smooth_fraction(end, c_re_, c_im_);
        return {dwell, dwell + proof_steps};
    }

  private:
    MARIANI_HOST_DEVICE void begin(const OrbitStart<T>& start) {
        c_re_ = start.c_re;
        c_im_ = start.c_im;
        z_.re = start.z_re;
        z_.im = start.z_im;
        block_ = 0;
    }

    Orbit<T> z_{};
    T c_re_ = 0, c_im_ = 0;
    Return return_;
    std::uint32_t block_ = 0;
};

inline constexpr std::uint32_t blocks_between_polls = 1024;

// The next block after which a thread has to do more than iterating.
MARIANI_HOST_DEVICE inline std::uint32_t next_check(std::uint32_t block, std::uint32_t settling,
                                                    std::uint32_t blocks) {
    std::uint32_t look = (block / blocks_between_polls + 1) * blocks_between_polls;
    look = look < settling ? look : settling;
    return look < blocks ? look : blocks;
}

// The whole run, by one thread; a fraction is written if it escapes. `stop` is polled from time to
// time; once it returns true the result is meaningless.
template <typename Return, typename T, typename Stop = subdivision::NeverStop>
MARIANI_HOST_DEVICE subdivision::ElementDwell dwell_of_orbit(const OrbitStart<T>& start,
                                                             std::uint32_t dwell_limit,
                                                             const Return& own_return,
                                                             float* fraction = nullptr,
                                                             const Stop& stop = {}) {
    const std::uint32_t blocks = block_count(dwell_limit);
    PointRun<Return, T> run;
    run.begin(start, own_return);
    while (true) {
        // Rare work stands outside this loop, which therefore has a single branch.
        const std::uint32_t look = next_check(run.blocks_done(), run.next_settling(), blocks);
        bool escaped, back;
        do {
            escaped = run.advance();
            back = run.may_settle();
        } while (!escaped & !back & (run.blocks_done() != look));
        if (escaped || run.settles(blocks) || run.blocks_done() == blocks) break;
        if (run.blocks_done() % blocks_between_polls == 0 && stop())
            return {dwell_limit, dwell_limit};
    }
    return run.result(dwell_limit, fraction);
}
template <template <typename> class Return = ExactReturn, typename T,
          typename Stop = subdivision::NeverStop>
MARIANI_HOST_DEVICE subdivision::ElementDwell dwell_of_orbit(const OrbitStart<T>& start,
                                                             std::uint32_t dwell_limit,
                                                             bool shortcuts,
                                                             float* fraction = nullptr,
                                                             const Stop& stop = {}) {
    Return<T> own_return;
    own_return.begin(shortcuts);
    return dwell_of_orbit(start, dwell_limit, own_return, fraction, stop);
}

}  // namespace mariani::mandelbrot
