// Trees of sorted points: level by level (linear), or all of the radix tree's cells at once
// (Karras).
#include "compute/cuda/warp.cuh"
#include "compute/workloads/points/cuda/grid.cuh"
#include "compute/workloads/points/cuda/launches.hpp"

#include <algorithm>
#include <string>

namespace mariani::points::cuda {
namespace {

__global__ void plant(const std::uint32_t count, Node* nodes, Counts* counts) {
    nodes[0] = {{}, 0, count};
    for (int level = 0; level <= max_depth; ++level) {
        counts->nodes[level] = level == 0 ? 1 : 0;
        counts->first[level] = 0;
    }
}

__global__ void __launch_bounds__(block_threads)
    find_starts(const SortedKeys sorted, const std::uint32_t level, const std::uint32_t cells,
                std::uint32_t* starts) {
    const auto cell = static_cast<std::uint32_t>(own_index());
    if (cell > cells) return;
    starts[cell] = cell == cells ? sorted.count
                                 : detail::lower_bound(sorted.keys, 0, sorted.count,
                                                       cell << 2 * (sorted.depth - level));
}

// The borders of a node above the level of the starts.
__device__ Borders borders_from(const std::uint32_t* starts, std::uint32_t level,
                                const Node& node) {
    Borders borders{};
    for (std::uint32_t q = 0; q < 4; ++q)
        borders.begin[q] = starts[(node.cell.prefix << 2 | q) << 2 * (level - node.cell.level - 1)];
    return borders;
}

// The children of a level, in any order, follow its nodes.
__global__ void __launch_bounds__(block_threads)
    divide_level(const SortedKeys sorted, const SplitRule rule, const TreeMemory tree,
                 const std::uint32_t level) {
    const unsigned first = tree.counts->first[level], count = tree.counts->nodes[level];
    const unsigned next = first + count;
    if (own_index() == 0) tree.counts->first[level + 1] = next;
    const std::uint32_t known = start_level(rule);
    for (unsigned begin = blockIdx.x * block_threads; begin < count;
         begin += gridDim.x * block_threads) {
        const unsigned i = begin + threadIdx.x;
        const Node node = i < count ? tree.nodes[first + i] : Node{};
        const bool divides = i < count && is_subdivided(rule, node);
        const unsigned at =
            mariani::cuda::reserve_in_block(&tree.counts->nodes[level + 1], divides ? 4 : 0);
        if (!divides) continue;
        const Borders borders =
            level < known ? borders_from(tree.starts, known, node) : borders_of(sorted, node);
        for (std::uint32_t q = 0; q < 4; ++q)
            tree.nodes[next + at + q] = child_of(node, borders, q);
    }
}

__global__ void __launch_bounds__(block_threads)
    link_radix_tree(const SortedKeys sorted, const std::int64_t inner_count, RadixNode* inner) {
    const std::int64_t i = own_index();
    if (i < inner_count) inner[i] = radix_node(sorted, i);
}

// Ranges are the inner nodes, and after them single points.
__global__ void __launch_bounds__(block_threads)
    take_cells(const SortedKeys sorted, const SplitRule rule, const TreeMemory tree,
               const std::int64_t inner_count, const std::int64_t ranges) {
    const std::int64_t step = std::int64_t{gridDim.x} * block_threads;
    for (std::int64_t begin = std::int64_t{blockIdx.x} * block_threads; begin < ranges;
         begin += step) {
        const std::int64_t i = begin + threadIdx.x;
        const auto point = static_cast<std::uint32_t>(i - inner_count);
        const RadixNode range = i < inner_count ? tree.inner[i] : RadixNode{point, point, point};
        const OwnLevels levels =
            i < ranges ? own_levels(sorted, rule, range.first, range.last) : OwnLevels{};
        const int own = max(levels.end - levels.begin, 0);
        unsigned at =
            mariani::cuda::reserve_in_block(&tree.counts->nodes[0], 4 * static_cast<unsigned>(own));
        for_each_child(sorted, tree.inner, range, levels,
                       [&](const Node& child) { tree.nodes[at++] = child; });
    }
}

// A new tree: its root.
SortedKeys launch_sorted_root(const Plan& plan, const TreeMemory& memory, const Stream& stream) {
    launch_root(plan, memory.nodes, memory.counts, stream);
    return {memory.keys, static_cast<std::uint32_t>(plan.count), plan.rule.depth};
}

}  // namespace

void launch_root(const Plan& plan, Node* nodes, Counts* counts, const Stream& stream) {
    mariani::cuda::launch("root", stream, {1, {1, 1}}, plant,
                          static_cast<std::uint32_t>(plan.count), nodes, counts);
}

void launch_linear(const Plan& plan, const TreeMemory& memory, const AtLevel& at_level,
                   const Stream& stream) {
    const SortedKeys sorted = launch_sorted_root(plan, memory, stream);
    const auto starts = static_cast<std::int64_t>(start_count(plan.rule));
    mariani::cuda::launch("starts", stream, grid_over(starts), find_starts, sorted,
                          start_level(plan.rule), static_cast<std::uint32_t>(starts - 1),
                          memory.starts);
    const std::int64_t most_divided = plan.count / (std::int64_t{plan.rule.min} + 1);
    std::int64_t most = 1;
    for (std::uint32_t level = 0; level < plan.rule.depth; ++level) {
        at_level(level);
        mariani::cuda::launch("level " + std::to_string(level), stream, looping_grid_over(most),
                              divide_level, sorted, plan.rule, memory, level);
        most = 4 * std::min(most, most_divided);
    }
    at_level(plan.rule.depth);
}

void launch_karras(const Plan& plan, const TreeMemory& memory, const Stream& stream) {
    const SortedKeys sorted = launch_sorted_root(plan, memory, stream);
    if (plan.count == 0) return;
    const std::int64_t inner = plan.count - 1;
    const std::int64_t ranges = plan.rule.min == 0 ? inner + plan.count : inner;
    if (inner > 0)
        mariani::cuda::launch("radix tree", stream, grid_over(inner), link_radix_tree, sorted,
                              inner, memory.inner);
    mariani::cuda::launch("cells", stream, looping_grid_over(ranges), take_cells, sorted, plan.rule,
                          memory, inner, ranges);
}

}  // namespace mariani::points::cuda
