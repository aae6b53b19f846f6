#include "compute/workloads/points/cpu/engines.hpp"

#include <algorithm>

namespace mariani::points::cpu {

QuadrantCounts count_quadrants(std::span<const Point> points, const Point& centre) {
    // Sums of bits, which compilers turn into vectors.
    std::uint32_t right = 0, low = 0, both = 0;
    for (const Point& point : points) {
        const std::uint32_t x = point.x >= centre.x ? 1 : 0, y = point.y < centre.y ? 1 : 0;
        right += x;
        low += y;
        both += x & y;
    }
    const auto all = static_cast<std::uint32_t>(points.size());
    return {all - right - low + both, right - both, low - both, both};
}

void scatter_quadrants(std::span<const Point> points, const Point& centre, QuadrantCounts& at,
                       Point* target) {
    for (const Point& point : points) target[at[quadrant_of(point, centre)]++] = point;
}

void settle(const PointBuffers& points, const Node& leaf) {
    const Point* const from = points.at(leaf.cell.level);
    if (from != points.first)
        std::copy(from + leaf.begin, from + leaf.end, points.first + leaf.begin);
}

}  // namespace mariani::points::cpu
