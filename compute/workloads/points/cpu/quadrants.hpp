// The two steps of a subdivision: how many points are in each quadrant, and moving them there.
#pragma once

#include "compute/workloads/points/cpu/engines.hpp"

#include <array>
#include <span>

namespace mariani::points::cpu {

using QuadrantCounts = std::array<std::uint32_t, 4>;

QuadrantCounts count_quadrants(std::span<const Point> points, const Point& centre);

// To target[at[q]] on, in their order; `at` moves along.
void scatter_quadrants(std::span<const Point> points, const Point& centre, QuadrantCounts& at,
                       Point* target);

// A leaf's points, into the first buffer if they are not there.
void settle(const PointBuffers& points, const Node& leaf);

}  // namespace mariani::points::cpu
