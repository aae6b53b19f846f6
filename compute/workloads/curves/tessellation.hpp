// Lines, which are quadratic Bezier curves; where the plan's lie, from their number alone; how many
// vertices a line has, and where they are. One source for host and device: square roots and
// quotients are correctly rounded and sums of products are explicit, so the same bits on both.
#pragma once

#include "compute/model/counter_hash.hpp"
#include "compute/model/host_device.hpp"
#include "compute/workloads/curves/problem.hpp"

#include <cmath>
#include <cstdint>

namespace mariani::curves {

struct alignas(8) Point {
    float x, y;
    bool operator==(const Point&) const = default;
};

// B(u) = (1-u)^2 start + 2 (1-u) u control + u^2 end, for u from 0 to 1.
struct Line {
    Point start, control, end;
    bool operator==(const Line&) const = default;
};

inline constexpr float greatest_speed = 0.05F;  // of a control point: a second, along each axis

struct Emitter {
    std::uint64_t seed = 1;
    float time = 0;  // seconds
};

namespace detail {

MARIANI_HOST_DEVICE constexpr Point point_in_square(std::uint64_t bits) {
    return {unit_float(bits), unit_float(bits << 24)};
}

}  // namespace detail

// Each line begins where the one before it ends, so that all are one curve with corners. With time
// the control points go straight on, and the square's sides reflect them.
MARIANI_HOST_DEVICE inline Line line_of(const Emitter& emitter, std::uint32_t index) {
    const std::uint64_t draw = 2 * std::uint64_t{index};
    const auto point_of = [&](std::uint64_t number) {
        return detail::point_in_square(counter_hash(emitter.seed, number));
    };
    Line line{point_of(draw), point_of(draw + 1), point_of(draw + 2)};
    if (emitter.time == 0) return line;
    const Point speed = detail::point_in_square(counter_hash(~emitter.seed, index));
    const float reach = 2 * greatest_speed * emitter.time;
    line.control = {reflected(line.control.x + (speed.x - 0.5F) * reach),
                    reflected(line.control.y + (speed.y - 0.5F) * reach)};
    return line;
}

inline constexpr float least_by_curvature = 4;
inline constexpr float most_by_curvature = 32;

struct CountRule {
    CountBy by = CountBy::tolerance;
    float factor = 16;          // by curvature
    float tolerance = 0.0005F;  // by tolerance: of chords from the curve, in the lines' unit
    std::uint32_t cap = 64;     // no line has more vertices
    bool operator==(const CountRule&) const = default;
};

// The vertices of a line. A cut one would have more vertices than the cap; a lost one has none.
struct Count {
    std::uint32_t vertices;
    bool cut;
    bool operator==(const Count&) const = default;
};

namespace detail {

MARIANI_HOST_DEVICE inline float length_of(float x, float y) {
    return std::sqrt(std::fma(x, x, y * y));
}

// The height of the control point over the chord's middle by the chord's length: inf for a closed
// curve, NaN if it is but a point, which has the least vertices.
MARIANI_HOST_DEVICE inline float wanted_by_curvature(const Line& line, float factor) {
    const auto& [start, control, end] = line;
    const float height =
        length_of(control.x - (start.x + end.x) / 2, control.y - (start.y + end.y) / 2);
    const float wanted = factor * (height / length_of(end.x - start.x, end.y - start.y));
    if (std::isnan(wanted) || wanted < least_by_curvature) return least_by_curvature;
    return wanted > most_by_curvature ? most_by_curvature : std::floor(wanted);
}

// Chords of n equal steps of u are at most |start - 2 control + end| / (4 n^2) from the curve, and
// one of them is as far.
MARIANI_HOST_DEVICE inline float wanted_by_tolerance(const Line& line, float tolerance) {
    const auto& [start, control, end] = line;
    const float bend = length_of(start.x - 2 * control.x + end.x, start.y - 2 * control.y + end.y);
    const float segments = std::ceil(std::sqrt(bend / (4 * tolerance)));
    return (segments >= 1 ? segments : 1) + 1;  // 1 if NaN
}

}  // namespace detail

// At least 2 vertices, at most the cap.
MARIANI_HOST_DEVICE inline Count count_of(const CountRule& rule, const Line& line) {
    const float wanted = rule.by == CountBy::curvature
                             ? detail::wanted_by_curvature(line, rule.factor)
                             : detail::wanted_by_tolerance(line, rule.tolerance);
    if (wanted > static_cast<float>(rule.cap)) return {rule.cap, true};  // inf too: before a cast
    return {static_cast<std::uint32_t>(wanted), false};
}

// index / last for any index up to it, rounded once, as a division does, and without one: the
// quotient by the rounded reciprocal, and a step by what it leaves (Markstein 1990).
struct Shares {
    float last, reciprocal;
    MARIANI_HOST_DEVICE explicit Shares(std::uint32_t of)
        : Shares(static_cast<float>(of), 1 / static_cast<float>(of)) {}
    // With the reciprocal as the one above has it.
    MARIANI_HOST_DEVICE Shares(float of, float one_over) : last(of), reciprocal(one_over) {}
    MARIANI_HOST_DEVICE float operator()(std::uint32_t index) const {
        const float whole = static_cast<float>(index), share = whole * reciprocal;
        return std::fma(std::fma(-share, last, whole), reciprocal, share);
    }
};

// B(u).
MARIANI_HOST_DEVICE inline Point point_at(const Line& line, float u) {
    const float rest = 1 - u;
    const float first = rest * rest, second = 2 * u * rest, third = u * u;
    const auto sum = [&](float start, float control, float end) {
        return std::fma(third, end, std::fma(second, control, first * start));
    };
    return {sum(line.start.x, line.control.x, line.end.x),
            sum(line.start.y, line.control.y, line.end.y)};
}

// Vertex `index` of `count` at equal steps of u. The first and the last are the line's ends, bit
// for bit.
MARIANI_HOST_DEVICE inline Point vertex_of(const Line& line, std::uint32_t count,
                                           std::uint32_t index) {
    return point_at(line, static_cast<float>(index) / static_cast<float>(count - 1));
}

}  // namespace mariani::curves
