#include "compute/workloads/points/node.hpp"

#include <algorithm>
#include <utility>

namespace mariani::points {

std::vector<LevelStats> levels_of(const SplitRule& rule, const std::vector<Node>& nodes) {
    std::vector<LevelStats> levels;
    for (const Node& node : nodes) {
        if (levels.size() <= node.cell.level) levels.resize(node.cell.level + 1);
        LevelStats& level = levels[node.cell.level];
        ++level.nodes;
        if (is_subdivided(rule, node))
            ++level.subdivided;
        else
            level.points += point_count(node);
    }
    return levels;
}

void sort_by_level(std::vector<Node>& nodes) {
    const auto place = [](const Node& node) {
        return std::pair(node.cell.level, node.cell.prefix);
    };
    const auto before = [&](const Node& a, const Node& b) { return place(a) < place(b); };
    if (!std::ranges::is_sorted(nodes, before)) std::ranges::sort(nodes, before);
}

std::int64_t most_nodes(const SplitRule& rule, std::int64_t points) {
    std::int64_t count = 1, cells = 1;
    for (std::uint32_t level = 0; level < rule.depth; ++level, cells *= 4)
        count += 4 * std::min(cells, points / (std::int64_t{rule.min} + 1));
    return count;
}

}  // namespace mariani::points
