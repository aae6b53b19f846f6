// The dwell of one point.
#pragma once

#include "compute/kernel/formula.hpp"
#include "compute/kernel/trapping.hpp"

#include <cstdint>

namespace mariani::kernel {

// Steps between two escape tests. An escape found at a block's end is replayed from its start; as
// |z| only grows once it is 2 or more, the dwell is the same as with a test after every step.
inline constexpr std::uint32_t block_steps = 16;

// Brent's periodicity test: the number of blocks after which the state is first kept; from then on
// it is kept at every doubling (trapping.hpp).
inline constexpr std::uint32_t first_kept_block = 16;

MARIANI_HOST_DEVICE constexpr std::uint32_t block_count(std::uint32_t dwell_limit) {
    return (dwell_limit + block_steps - 1) / block_steps;
}

struct PointDwell {
    std::uint32_t dwell;
    std::uint32_t iterations;  // steps taken, those of proofs included: usually fewer than the
                               // dwell if a shortcut applied
};

// The current z, and its value at the start of each quarter of the last block.
inline constexpr std::uint32_t quarter_steps = block_steps / 4;

template <typename T>
struct Orbit {
    T re, im;
    T past_re[4], past_im[4];
};

template <typename T>
MARIANI_HOST_DEVICE Orbit<T> orbit_of(T c_re, T c_im) {
    return {c_re, c_im, {}, {}};
}

template <typename T>
MARIANI_HOST_DEVICE void take_block(Orbit<T>& z, T c_re, T c_im) {
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
inline constexpr int most_smooth_steps = 48;

// An escaped pixel's smooth dwell minus its dwell, from a state `extra` steps after the escape.
template <typename T>
MARIANI_HOST_DEVICE float smooth_value(T re, T im, int extra) {
    const float log_modulus = 0.5F * std::log2(static_cast<float>(norm(re, im)));
    return 1.0F - std::log2(log_modulus) + static_cast<float>(extra);
}

template <typename T>
MARIANI_HOST_DEVICE float smooth_fraction(EscapedState<T> escaped, T c_re, T c_im) {
    int extra = 0;
    while (extra < most_smooth_steps && less(norm(escaped.re, escaped.im), T(smooth_norm))) {
        step(escaped.re, escaped.im, c_re, c_im);
        ++extra;
    }
    return smooth_value(escaped.re, escaped.im, extra);
}

struct NeverStop {
    MARIANI_HOST_DEVICE bool operator()() const { return false; }
};
inline constexpr std::uint32_t blocks_between_polls = 1024;

// The next block after which more than iterating has to be done.
MARIANI_HOST_DEVICE inline std::uint32_t next_look(std::uint32_t block, std::uint32_t next_kept,
                                                   std::uint32_t blocks) {
    std::uint32_t look = (block / blocks_between_polls + 1) * blocks_between_polls;
    look = look < next_kept ? look : next_kept;
    return look < blocks ? look : blocks;
}

// Return: how an orbit is found never to escape, ExactReturn or ProvenReturn. `stop` is polled from
// time to time; once it returns true the result is meaningless.
template <template <typename> class Return = ExactReturn, typename T, typename Stop = NeverStop>
MARIANI_HOST_DEVICE PointDwell dwell_of_point(T c_re, T c_im, std::uint32_t dwell_limit,
                                              bool shortcuts, float* fraction = nullptr,
                                              const Stop& stop = {}) {
    if (fraction) *fraction = 0;
    if (shortcuts && (in_cardioid(c_re, c_im) || in_bulb(c_re, c_im))) return {dwell_limit, 0};

    const std::uint32_t blocks = block_count(dwell_limit);
    Orbit<T> z = orbit_of(c_re, c_im);
    Return<T> kept;
    std::uint32_t block = 0, next_kept = shortcuts ? first_kept_block : blocks;
    std::uint32_t proof_steps = 0;
    while (true) {
        // Rare work stands outside this loop, which therefore has a single branch.
        const std::uint32_t look = next_look(block, next_kept, blocks);
        bool escaped, back;
        do {
            take_block(z, c_re, c_im);
            ++block;
            escaped = has_escaped(z.re, z.im);
            back = kept.is_near(z.re, z.im);
        } while (!escaped & !back & (block != look));
        if (escaped) break;
        const bool due = block == next_kept || block == blocks;
        if (back && kept.holds(z.re, z.im, c_re, c_im, due, proof_steps)) {
            const std::uint32_t done = block * block_steps;
            return {dwell_limit, (done < dwell_limit ? done : dwell_limit) + proof_steps};
        }
        if (block == blocks) return {dwell_limit, dwell_limit + proof_steps};
        if (block % blocks_between_polls == 0 && stop()) return {dwell_limit, dwell_limit};
        if (block == next_kept) {
            kept.keep(z.re, z.im);
            next_kept *= 2;
        }
    }
    const auto end = replay_block(z, c_re, c_im, fraction != nullptr);
    const std::uint32_t dwell = (block - 1) * block_steps + end.steps;
    if (dwell >= dwell_limit) return {dwell_limit, dwell_limit + proof_steps};
    if (fraction) *fraction = smooth_fraction(end, c_re, c_im);
    return {dwell, dwell + proof_steps};
}

}  // namespace mariani::kernel
