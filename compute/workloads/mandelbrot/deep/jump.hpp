// Jumps: bilinear approximations of many steps at once (BLA, by Zhuoran), with a radius that proves
// that no step in between escapes, and bounds of their coefficients for the certificate. On host
// and device. certificate.md derives what is here.
#pragma once

#include "compute/workloads/mandelbrot/deep/number.hpp"

#include <cstdint>

namespace mariani::deep {

// From delta z at index m to a z + b c at m + length, for deltas smaller than the radius.
template <typename N>
struct Jump {
    typename N::Complex a, b;
    typename N::Bound radius;  // 0: never
    typename N::Bound most_a;  // at least the modulus of a's exact value
    typename N::Bound most_b;  // at least the sum of the moduli of what b's exact value is a sum of
};

// How far jumps may be from what steps would give: a relative 2^-53 by default.
struct JumpRule {
    double tolerance = 0x1p-53;
    // The relative error of a jump of so many steps, and of its coefficients.
    template <typename N>
    MARIANI_HOST_DEVICE double error(std::int64_t length) const {
        const double linear = static_cast<double>(length) * (tolerance + 4 * N::unit);
        return std::fma(linear, linear, linear) + 6 * N::unit;
    }
};

// What is rounded down: by more than the roundings of the few operations before it.
inline constexpr double rounded_down = 1 - 0x1p-48;
inline constexpr double rounded_up = 1 + 0x1p-48;

// One step from Z, linearised.
template <typename N>
MARIANI_HOST_DEVICE Jump<N> single_jump(const typename N::Complex& reference, JumpRule rule) {
    using Bound = typename N::Bound;
    const Bound modulus = N::modulus(reference);
    const Bound most_a = modulus * Bound(2 * (1 + 2 * N::unit) * rounded_up);
    const Bound linear = N::least_modulus(reference) * Bound(2 * rule.tolerance * rounded_down);
    const Bound inside = Bound(excess(2.0, to_double(modulus) * rounded_up));
    Bound radius = (linear < inside ? linear : inside) * Bound(rounded_down * (1 - 2 * N::unit));
    if (!N::holds(most_a, Bound(1), radius)) radius = Bound(0);
    return {twice(reference), N::one(), radius, most_a, Bound(1)};
}

// First x, then y, both of the same length. most_c: at least |c| of every pixel.
template <typename N>
MARIANI_HOST_DEVICE Jump<N> merged(const Jump<N>& x, const Jump<N>& y, std::int64_t length,
                                   JumpRule rule, const typename N::Bound& most_c) {
    using Bound = typename N::Bound;
    const double growth = 1 + rule.error<N>(length);
    const Bound most_a = y.most_a * x.most_a * Bound(rounded_up);
    const Bound most_b = (y.most_a * x.most_b + y.most_b) * Bound(rounded_up);
    const Bound at_y = excess(y.radius * Bound(rounded_down / growth), x.most_b * most_c);
    Bound radius = at_y * Bound(rounded_down) / x.most_a;
    radius = (radius < x.radius ? radius : x.radius) * Bound(rounded_down);
    if (!N::holds(most_a, most_b, radius)) radius = Bound(0);
    return {mul(y.a, x.a), mul_add(y.a, x.b, y.b), radius, most_a, most_b};
}

// The jumps of a reference, level by level: entry i of level k begins at index 1 + i 2^k and has
// 2^k steps. All levels are in one array, from levels[0] on. Owned elsewhere.
template <typename N>
struct JumpTableView {
    static constexpr int max_levels = 32;
    const Jump<N>* levels[max_levels];
    const typename N::Bound*
        radii[max_levels];             // of the same jumps, near each other for the search
    std::uint32_t counts[max_levels];  // of entries
    int level_count;
    JumpRule rule;
};

template <typename N>
struct FoundJump {
    const Jump<N>* jump = nullptr;
    std::uint32_t length = 0;
};

// The longest jump from an index of at most so many steps whose radius, and that of all shorter
// ones, exceeds the size.
template <typename N>
MARIANI_HOST_DEVICE FoundJump<N> find_jump(const JumpTableView<N>& table, std::uint32_t index,
                                           std::uint32_t most_steps,
                                           const typename N::Bound& size) {
    FoundJump<N> found;
    if (index == 0) return found;
    std::uint32_t entry = index - 1;
    for (int level = 0; level < table.level_count; ++level) {
        const std::uint32_t length = std::uint32_t{1} << level;
        if (entry >= table.counts[level] || length > most_steps) break;
        if (!(size < table.radii[level][entry])) break;
        found = {table.levels[level] + entry, length};
        if ((entry & 1) != 0) break;
        entry >>= 1;
    }
    return found;
}

}  // namespace mariani::deep
