// Jumps: quadratic approximations of many steps at once, as BLA (by Zhuoran) is a linear one, with
// a radius in which they hold, and bounds of their coefficients for the certificate. Whether a step
// in between escapes is seen where a jump ends. On host and device. certificate.md derives what is
// here.
#pragma once

#include "compute/workloads/mandelbrot/deep/orbit_point.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mariani::deep {

// From delta z at index m to a z + d z^2 + b c at m + length, for deltas smaller than the radius.
template <typename N>
struct Jump {
    typename N::Complex a, b, d;
    typename N::Bound radius;  // 0: never
    // At least the moduli of a's and d's exact values, and the sum of the moduli of what b's exact
    // value is a sum of.
    typename N::Bound most_a, most_b, most_d;
};

// How far jumps may be from what steps would give: a relative 2^-53 by default.
struct JumpRule {
    double tolerance = 0x1p-53;
    // The relative error of a jump of so many steps, and of its coefficients.
    template <typename N>
    MARIANI_HOST_DEVICE double error(std::int64_t length) const {
        const double linear = static_cast<double>(length) * (1.07 * tolerance + 4 * N::unit);
        return std::fma(linear, linear, linear) + 6 * N::unit;
    }
};

// What is rounded down: by more than the roundings of the few operations before it.
inline constexpr double rounded_down = 1 - 0x1p-48;
inline constexpr double rounded_up = 1 + 0x1p-48;

// The most that a jump's quadratic part may be, as a share of its linear one.
inline constexpr double quadratic_share = 0x1p-8;

// A radius that can be relied on, or 0: holds tells whether what the jump is made of can be.
template <typename N>
MARIANI_HOST_DEVICE typename N::Bound radius_if(bool holds, const typename N::Bound& radius) {
    using Bound = typename N::Bound;
    return holds && Bound(N::least_radius) < radius ? radius : Bound(0);
}

// One step from Z: exact.
template <typename N>
MARIANI_HOST_DEVICE Jump<N> single_jump(const typename N::Complex& reference) {
    using Bound = typename N::Bound;
    const Bound modulus = N::modulus(reference), one(1);
    const Bound most_a = modulus * Bound(2 * (1 + 2 * N::unit) * rounded_up);
    const Bound radius = most_a * Bound(quadratic_share) * Bound(rounded_down * (1 - 2 * N::unit));
    const Bound relied_on = radius_if<N>(N::holds(most_a), radius);
    return {twice(reference), N::one(), N::one(), relied_on, most_a, one, one};
}

// How large deltas may be before x, and then y, of so many steps each, so that what is neither of
// the quadratic part nor of c is within the rule. most_c: at least |c| of every pixel.
template <typename N>
MARIANI_HOST_DEVICE typename N::Bound radius_of_both(const Jump<N>& x, const Jump<N>& y,
                                                     std::int64_t length, JumpRule rule,
                                                     const typename N::Bound& most_c) {
    using Bound = typename N::Bound;
    const double error = rule.error<N>(length);
    const Bound of_c = x.most_b * most_c;
    // Where x ends y begins.
    const double growth = 1 + error + quadratic_share;
    const Bound at_y = excess(y.radius * Bound(rounded_down / growth), of_c);
    // What y squares and the jump does not.
    const Bound tolerance(rule.tolerance * rounded_down / (1 + growth));
    const Bound left_out = excess(tolerance * y.most_a / y.most_d, of_c * Bound(1 + error));
    const Bound by_square = root(left_out * Bound(0.5) / x.most_d);
    const Bound by_error = left_out * Bound(0.5 / error) / x.most_a;
    return smaller(smaller(x.radius, at_y / x.most_a), smaller(by_square, by_error));
}

// First x, then y, of so many steps each.
template <typename N>
MARIANI_HOST_DEVICE Jump<N> merged(const Jump<N>& x, const Jump<N>& y, std::int64_t length,
                                   JumpRule rule, const typename N::Bound& most_c) {
    using Bound = typename N::Bound;
    const Bound most_square = x.most_a * x.most_a;
    const Bound most_a = y.most_a * x.most_a * Bound(rounded_up);
    const Bound most_b = (y.most_a * x.most_b + y.most_b) * Bound(rounded_up);
    const Bound most_d = (y.most_a * x.most_d + y.most_d * most_square) * Bound(rounded_up);
    const Bound radius = smaller(radius_of_both(x, y, length, rule, most_c),
                                 most_a * Bound(quadratic_share) / most_d) *
                         Bound(rounded_down);
    const bool holds =
        N::holds(most_a) && N::holds(most_b) && N::holds(most_d) && N::holds(most_square);
    return {mul(y.a, x.a),
            mul_add(y.a, x.b, y.b),
            mul_add(y.a, x.d, mul(y.d, mul(x.a, x.a))),
            radius_if<N>(holds, radius),
            most_a,
            most_b,
            most_d};
}

// The shortest jump that is worth while: of two steps from Z on.
template <typename N>
MARIANI_HOST_DEVICE Jump<N> first_jump(const OrbitPoint<N>* reference, JumpRule rule,
                                       const typename N::Bound& most_c) {
    return merged(single_jump<N>(reference[0].z), single_jump<N>(reference[1].z), 1, rule, most_c);
}

// The jumps of a reference, level by level: entry i of level k has jump_length(k) steps and begins
// at index 1 + i times as many. All levels are in one array, from levels[0] on. Owned elsewhere.
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

MARIANI_HOST_DEVICE inline std::uint32_t jump_length(int level) {
    return std::uint32_t{2} << level;
}

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
    for (int level = 0; level < table.level_count && (entry & 1) == 0; ++level) {
        entry >>= 1;
        const std::uint32_t length = jump_length(level);
        if (entry >= table.counts[level] || length > most_steps) break;
        if (!(size < table.radii[level][entry])) break;
        found = {table.levels[level] + entry, length};
    }
    return found;
}

// Where the levels of a reference's jumps lie: all in one array, one behind the other.
struct JumpLayout {
    std::vector<std::size_t> starts, counts;  // by level
    std::size_t size = 0;                     // jumps in all
};

// The jumps over so many single steps: as long ones as are of use.
template <typename N>
JumpLayout jump_layout(std::size_t steps, JumpRule rule) {
    JumpLayout layout;
    for (std::int64_t length = 2; steps >= 2 && rule.error<N>(length) < 0.5; length *= 2) {
        steps /= 2;
        layout.starts.push_back(layout.size);
        layout.counts.push_back(steps);
        layout.size += steps;
    }
    return layout;
}

template <typename N>
JumpTableView<N> view_of(const JumpLayout& layout, JumpRule rule, const Jump<N>* jumps,
                         const typename N::Bound* radii) {
    JumpTableView<N> view{};
    for (std::size_t level = 0; level < layout.counts.size(); ++level) {
        view.levels[level] = jumps + layout.starts[level];
        view.radii[level] = radii + layout.starts[level];
        view.counts[level] = static_cast<std::uint32_t>(layout.counts[level]);
    }
    view.level_count = static_cast<int>(layout.counts.size());
    view.rule = rule;
    return view;
}

}  // namespace mariani::deep
