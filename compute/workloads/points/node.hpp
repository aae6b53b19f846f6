// The tree as a list of nodes: no empty slots for nodes that do not exist.
#pragma once

#include "compute/workloads/points/cell.hpp"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace mariani::points {

// A cell and its points: [begin, end) of the points in the tree's order.
struct Node {
    Cell cell;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool operator==(const Node&) const = default;
};

MARIANI_HOST_DEVICE constexpr std::uint32_t point_count(const Node& node) {
    return node.end - node.begin;
}

// A node is cut into its four quadrants if it has more points than `min` and is above `depth`.
struct SplitRule {
    std::uint32_t min = 16;
    std::uint32_t depth = 12;
    bool operator==(const SplitRule&) const = default;
};
MARIANI_HOST_DEVICE constexpr bool is_subdivided(const SplitRule& rule, const Node& node) {
    return point_count(node) > rule.min && node.cell.level < rule.depth;
}

// Where the points of the quadrants begin; the last ends where the node does.
struct Borders {
    std::uint32_t begin[4];
};
MARIANI_HOST_DEVICE constexpr Node child_of(const Node& node, const Borders& borders,
                                            std::uint32_t quadrant) {
    return {{node.cell.level + 1, node.cell.prefix << 2 | quadrant},
            borders.begin[quadrant],
            quadrant == 3 ? node.end : borders.begin[quadrant + 1]};
}

// A level's figures; those of the root come first.
struct LevelStats {
    std::int64_t nodes = 0;
    std::int64_t subdivided = 0;
    std::int64_t points = 0;  // of its leaves
    bool operator==(const LevelStats&) const = default;

    // P of the model of subdivision: the share that is subdivided.
    double probability() const {
        return nodes == 0 ? 0 : static_cast<double>(subdivided) / static_cast<double>(nodes);
    }
};
std::vector<LevelStats> levels_of(const SplitRule& rule, const std::vector<Node>& nodes);

// By level, then by prefix: the children of a level's k-th subdivided node are the four from 4k of
// the next level on. False if stopped, within a few milliseconds.
bool sort_by_level(std::vector<Node>& nodes, const std::stop_token& stop);

// As many nodes as a tree of that many points can have at most.
std::int64_t most_nodes(const SplitRule& rule, std::int64_t points);

}  // namespace mariani::points
