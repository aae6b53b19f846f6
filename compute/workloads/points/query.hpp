// A query: the points within a disc, by a descent of the tree. One source for host and device.
#pragma once

#include "compute/workloads/points/node.hpp"

#include <cstdint>

namespace mariani::points {

struct Disc {
    Point centre{0.5F, 0.5F};
    float radius = 0.1F;
    bool operator==(const Disc&) const = default;
};

// A node that is apart is left alone, and one within is taken whole, without a look at its points.
enum class Meeting { apart, partly, within };

struct DiscStats {
    std::int64_t visited = 0;  // nodes that meet the disc, and whose parents do partly
    std::int64_t whole = 0;    // of these, within it
    std::int64_t tested = 0;   // points of leaves that meet it partly
    std::int64_t found = 0;    // points in the disc
    bool operator==(const DiscStats&) const = default;
};

namespace detail {

// Rounded alike whatever the signs, and never less for a greater distance: what is within has
// points that the disc contains only.
MARIANI_HOST_DEVICE constexpr bool within_reach(const Disc& disc, double across, double down) {
    return across * across + down * down <= double{disc.radius} * double{disc.radius};
}
MARIANI_HOST_DEVICE constexpr double greatest(double a, double b, double c) {
    const double two = a > b ? a : b;
    return two > c ? two : c;
}

}  // namespace detail

MARIANI_HOST_DEVICE constexpr bool contains(const Disc& disc, const Point& point) {
    return detail::within_reach(disc, double{point.x} - double{disc.centre.x},
                                double{point.y} - double{disc.centre.y});
}

MARIANI_HOST_DEVICE constexpr Meeting meeting_of(const Disc& disc, const Cell& cell) {
    const Point corner = corner_of(cell);
    const double left = double{corner.x} - double{disc.centre.x};
    const double low = double{corner.y} - double{disc.centre.y};
    const double right = left + double{side_of(cell)}, high = low + double{side_of(cell)};
    if (!detail::within_reach(disc, detail::greatest(left, -right, 0),
                              detail::greatest(low, -high, 0)))
        return Meeting::apart;
    return detail::within_reach(disc, detail::greatest(-left, right, 0),
                                detail::greatest(-low, high, 0))
               ? Meeting::within
               : Meeting::partly;
}

MARIANI_HOST_DEVICE constexpr Cell parent_of(const Cell& cell) {
    return {cell.level - 1, cell.prefix >> 2};
}

// Whether a descent comes to the node and does not turn back there.
MARIANI_HOST_DEVICE constexpr bool is_visited(const Disc& disc, const Node& node) {
    return meeting_of(disc, node.cell) != Meeting::apart &&
           (node.cell.level == 0 || meeting_of(disc, parent_of(node.cell)) == Meeting::partly);
}

// Adds what a descent does at a node that is visited. `points` are the tree's.
template <typename Sum>
MARIANI_HOST_DEVICE constexpr void look_into(const SplitRule& rule, const Disc& disc,
                                             const Node& node, const Point* points, Sum& sum) {
    ++sum.visited;
    if (meeting_of(disc, node.cell) == Meeting::within) {
        ++sum.whole;
        sum.found += point_count(node);
    } else if (!is_subdivided(rule, node)) {
        sum.tested += point_count(node);
        for (std::uint32_t i = node.begin; i < node.end; ++i)
            if (contains(disc, points[i])) ++sum.found;
    }
}

}  // namespace mariani::points
