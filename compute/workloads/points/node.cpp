#include "compute/workloads/points/node.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
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

namespace {

constexpr int digit_bits = 8;
constexpr int digits = 5;  // of the prefix, then the level

std::size_t digit_of(const Node& node, int digit) {
    if (digit == digits - 1) return node.cell.level;
    return node.cell.prefix >> (digit * digit_bits) & ((1U << digit_bits) - 1);
}

using Starts = std::array<std::size_t, 1 << digit_bits>;

// Where the nodes of each value of a digit begin; nothing if all have the same.
std::optional<Starts> starts_of(const std::vector<Node>& nodes, int digit) {
    Starts counts{};
    for (const Node& node : nodes) ++counts[digit_of(node, digit)];
    if (std::ranges::count(counts, std::size_t{0}) == std::ssize(counts) - 1) return std::nullopt;
    std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::size_t{0});
    return counts;
}

}  // namespace

// Digit by digit, the last one first.
bool sort_by_level(std::vector<Node>& nodes, const std::stop_token& stop) {
    constexpr std::size_t chunk = std::size_t{1} << 16;
    const auto place = [](const Node& node) {
        return std::pair(node.cell.level, node.cell.prefix);
    };
    if (std::ranges::is_sorted(nodes, {}, place)) return true;
    std::vector<Node> sorted(nodes.size());
    for (int digit = 0; digit < digits; ++digit) {
        if (stop.stop_requested()) return false;
        auto starts = starts_of(nodes, digit);
        if (!starts) continue;
        for (std::size_t begin = 0; begin < nodes.size(); begin += chunk) {
            if (stop.stop_requested()) return false;
            const std::size_t end = std::min(nodes.size(), begin + chunk);
            for (std::size_t i = begin; i < end; ++i)
                sorted[(*starts)[digit_of(nodes[i], digit)]++] = nodes[i];
        }
        nodes.swap(sorted);
    }
    return true;
}

std::int64_t most_nodes(const SplitRule& rule, std::int64_t points) {
    std::int64_t count = 1, cells = 1;
    for (std::uint32_t level = 0; level < rule.depth; ++level, cells *= 4)
        count += 4 * std::min(cells, points / (std::int64_t{rule.min} + 1));
    return count;
}

}  // namespace mariani::points
