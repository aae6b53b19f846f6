// Lines: quadratic Bezier curves, and where the plan's lie from their number alone. One source for
// host and device, only of operations that IEEE 754 rounds.
#pragma once

#include "compute/model/counter_hash.hpp"
#include "compute/model/host_device.hpp"

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

}  // namespace mariani::curves
