#include "compute/workloads/points/textbook.hpp"

#include <algorithm>
#include <numeric>

namespace mariani::points {
namespace {

// A block's work. `next` has the buffers of the level after.
void divide(std::span<const Point> input, const BufferStep& step, const Node& node,
            BufferStep& next) {
    const std::size_t own = node.cell.level % 2;
    const Point centre = centre_of(node.cell);
    Borders borders{};
    std::uint32_t at = node.begin;
    for (std::uint32_t q = 0; q < 4; ++q) {
        borders.begin[q] = at;
        for (std::uint32_t i = node.begin; i < node.end; ++i) {
            const std::int32_t point = step.buffers[own][i];
            if (quadrant_of(input[static_cast<std::size_t>(point)], centre) == q)
                next.buffers[1 - own][at++] = point;
        }
    }
    for (std::uint32_t q = 0; q < 4; ++q) next.nodes.push_back(child_of(node, borders, q));
}

bool is_copied_back(const SplitRule& rule, const Node& node) {
    return !is_subdivided(rule, node) && node.cell.level % 2 == 1;
}

}  // namespace

std::vector<BufferStep> textbook_steps(const SplitRule& rule, std::span<const Point> input) {
    BufferStep step;
    step.buffers[0].resize(input.size());
    std::iota(step.buffers[0].begin(), step.buffers[0].end(), 0);
    step.buffers[1].assign(input.size(), unwritten);
    step.nodes.push_back({{}, 0, static_cast<std::uint32_t>(input.size())});
    std::vector<BufferStep> steps;
    while (!step.nodes.empty()) {
        BufferStep next{step.buffers, {}};
        for (const Node& node : step.nodes) {
            if (is_subdivided(rule, node))
                divide(input, step, node, next);
            else if (is_copied_back(rule, node))
                std::copy(step.buffers[1].begin() + node.begin, step.buffers[1].begin() + node.end,
                          next.buffers[0].begin() + node.begin);
        }
        steps.push_back(std::move(step));
        step = std::move(next);
    }
    steps.push_back(std::move(step));
    return steps;
}

std::vector<BufferMove> moves_between(const SplitRule& rule, const BufferStep& step,
                                      const BufferStep& next) {
    std::vector<BufferMove> moves;
    for (const Node& node : step.nodes) {
        if (!is_subdivided(rule, node) && !is_copied_back(rule, node)) continue;
        const std::size_t own = node.cell.level % 2;
        for (std::uint32_t from = node.begin; from < node.end; ++from) {
            const std::int32_t point = step.buffers[own][from];
            const auto& target = next.buffers[1 - own];
            const auto to =
                std::find(target.begin() + node.begin, target.begin() + node.end, point);
            moves.push_back(
                {point, from, static_cast<std::uint32_t>(to - target.begin()), own, 1 - own});
        }
    }
    return moves;
}

}  // namespace mariani::points
