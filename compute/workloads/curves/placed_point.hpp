// Points that somebody has put elsewhere than the emitter does. Point 2i is where line i begins and
// the one before it ends, and point 2i + 1 is line i's control point.
#pragma once

#include "compute/workloads/curves/line.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mariani::curves {

struct PlacedPoint {
    std::uint32_t number;
    Point at;
    bool operator==(const PlacedPoint&) const = default;
};

constexpr std::int64_t point_count(std::int64_t lines) {
    return 2 * lines + 1;
}

// Calls use(line, which of its points) for each line, of so many, that the point belongs to.
template <typename Use>
void for_each_line_of(std::uint32_t number, std::int64_t lines, const Use& use) {
    const std::uint32_t line = number / 2;
    if (number % 2 == 1) return use(line, &Line::control);
    if (line < lines) use(line, &Line::start);
    if (line > 0) use(line - 1, &Line::end);
}

// Where a point of the lines lies.
inline Point point_of(std::span<const Line> lines, std::uint32_t number) {
    Point at{};
    for_each_line_of(number, static_cast<std::int64_t>(lines.size()),
                     [&](std::uint32_t line, Point Line::*which) { at = lines[line].*which; });
    return at;
}

// The list, in ascending order, with the point put elsewhere, once more or for the first time.
std::vector<PlacedPoint> with_point(std::vector<PlacedPoint> placed, const PlacedPoint& point);

}  // namespace mariani::curves
