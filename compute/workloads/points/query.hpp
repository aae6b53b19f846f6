// What is asked of a finished tree: the points within a disc, by a descent of it; and what a
// picture shows, the leaf under each pixel's centre and the points in the pixel. One source for
// host and device.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/workloads/points/cell.hpp"
#include "compute/workloads/points/node.hpp"

#include <cstdint>
#include <optional>
#include <vector>

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

// The part of the plane that is seen: its centre and height, y up. Pixels are square.
struct TreePart {
    double x = 0.5, y = 0.5, height = 1;
    ImageSize size{1024, 1024};  // in pixels
    bool operator==(const TreePart&) const = default;
};

inline constexpr std::uint8_t no_leaf = 255;  // a level: the pixel is outside of the square

// Row by row from the top.
struct TreePlanes {
    std::vector<std::uint8_t> levels;    // of the leaf under each pixel, or no_leaf
    std::vector<std::uint32_t> counts;   // of the points in that leaf; empty if not asked for
    std::vector<std::uint32_t> density;  // points within each pixel
    std::optional<double> device_ms;     // of cuda, until they are in the device's memory
};

MARIANI_HOST_DEVICE constexpr double pitch_of(const TreePart& part) {
    return part.height / part.size.height;
}

// The column and the row under the centre of a pixel; -1 outside of the square, which is cut into
// 2^max_depth columns and as many rows from the top.
MARIANI_HOST_DEVICE constexpr std::int32_t column_under(const TreePart& part, int pixel) {
    const double x = part.x + (pixel + 0.5 - 0.5 * part.size.width) * pitch_of(part);
    return x >= 0 && x < 1 ? static_cast<std::int32_t>(x * (1 << max_depth)) : -1;
}
MARIANI_HOST_DEVICE constexpr std::int32_t row_under(const TreePart& part, int pixel) {
    const double y = part.y - (pixel + 0.5 - 0.5 * part.size.height) * pitch_of(part);
    if (!(y >= 0 && y < 1)) return -1;
    return (1 << max_depth) - 1 - static_cast<std::int32_t>(y * (1 << max_depth));
}

// The prefix of the cell of level max_depth in that column and row.
MARIANI_HOST_DEVICE constexpr std::uint32_t prefix_at(std::int32_t column, std::int32_t row) {
    return spread_bits(static_cast<std::uint32_t>(row)) << 1 |
           spread_bits(static_cast<std::uint32_t>(column));
}

// The number of the pixel in which a point lies; -1 outside of the picture.
MARIANI_HOST_DEVICE constexpr std::int64_t pixel_of(const TreePart& part, const Point& point) {
    const double across = (double{point.x} - part.x) / pitch_of(part) + 0.5 * part.size.width;
    const double down = 0.5 * part.size.height - (double{point.y} - part.y) / pitch_of(part);
    if (!(across >= 0 && across < part.size.width && down >= 0 && down < part.size.height))
        return -1;
    return static_cast<std::int64_t>(down) * part.size.width + static_cast<std::int64_t>(across);
}

}  // namespace mariani::points
