#include "compute/workloads/points/reference.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/core.h>

namespace mariani::points {
namespace {

struct Recursion {
    const SplitRule& rule;
    const std::stop_token& stop;
    std::vector<Node> nodes;

    // `first` is the number of the first of these points.
    void divide(std::span<Point> points, std::uint32_t first, const Cell& cell) {
        const auto count = static_cast<std::uint32_t>(points.size());
        nodes.push_back({cell, first, first + count});
        if (count <= rule.min || cell.level >= rule.depth || stop.stop_requested()) return;
        const Point centre = centre_of(cell);
        auto rest = points.begin();
        for (std::uint32_t quadrant = 0; quadrant < 4; ++quadrant) {
            const auto end = std::partition(rest, points.end(), [&](const Point& point) {
                return quadrant_of(point, centre) == quadrant;
            });
            divide({rest, end}, first + static_cast<std::uint32_t>(rest - points.begin()),
                   {cell.level + 1, cell.prefix << 2 | quadrant});
            rest = end;
        }
    }
};

std::string text_of(const Node& node) {
    return fmt::format("level {}, prefix {}, points {} to {}", node.cell.level, node.cell.prefix,
                       node.begin, node.end);
}

// The same points have the same sorted bits.
std::vector<std::uint64_t> sorted_bits(std::span<const Point> points) {
    std::vector<std::uint64_t> bits;
    bits.reserve(points.size());
    for (const Point& point : points) bits.push_back(std::bit_cast<std::uint64_t>(point));
    std::ranges::sort(bits);
    return bits;
}

}  // namespace

std::optional<std::vector<Node>> expected_nodes(const SplitRule& rule, std::vector<Point> points,
                                                const std::stop_token& stop) {
    Recursion recursion{rule, stop, {}};
    recursion.divide(points, 0, {});
    if (stop.stop_requested()) return std::nullopt;
    sort_by_level(recursion.nodes, {});
    return std::move(recursion.nodes);
}

std::optional<std::string> why_wrong(const SplitRule& rule, std::span<const Node> expected,
                                     std::span<const Point> input, std::span<const Node> nodes,
                                     std::span<const Point> points) {
    const auto [found, wanted] = std::ranges::mismatch(nodes, expected);
    if (found != nodes.end() && wanted != expected.end())
        return fmt::format("a node is {}; recursion gives {}", text_of(*found), text_of(*wanted));
    if (nodes.size() != expected.size())
        return fmt::format("there are {} nodes; recursion gives {}", nodes.size(), expected.size());
    if (points.size() != input.size())
        return fmt::format("there are {} of {} points", points.size(), input.size());
    std::size_t tiled = 0;
    for (const Node& node : nodes) {
        if (is_subdivided(rule, node)) continue;
        tiled += point_count(node);
        for (const Point& point : points.subspan(node.begin, point_count(node)))
            if (!contains(node.cell, point))
                return fmt::format("the point {}, {} is outside its leaf: {}", point.x, point.y,
                                   text_of(node));
    }
    if (tiled != points.size())
        return fmt::format("the leaves have {} of {} points", tiled, points.size());
    if (sorted_bits(input) != sorted_bits(points)) return "a point is lost or duplicated";
    return std::nullopt;
}

}  // namespace mariani::points
