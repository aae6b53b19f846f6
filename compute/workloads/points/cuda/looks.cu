// What a finished tree is asked: pictures of it, its levels, and the points in a disc. Nothing is
// copied but the answers.
#include "compute/workloads/points/cuda/grid.cuh"
#include "compute/workloads/points/cuda/launches.hpp"

namespace mariani::points::cuda {
namespace {

// A thread a pixel: down from the root, by search in the keys.
__global__ void __launch_bounds__(block_threads)
    paint_leaves(const SortedKeys sorted, const SplitRule rule, const TreePart part,
                 const PlaneMemory planes) {
    const std::int64_t pixel = own_index();
    if (pixel >= pixel_count(part.size)) return;
    planes.density[pixel] = 0;
    const std::int32_t column = column_under(part, static_cast<int>(pixel % part.size.width));
    const std::int32_t row = row_under(part, static_cast<int>(pixel / part.size.width));
    const bool inside = column >= 0 && row >= 0;
    const Node leaf = inside ? leaf_at(sorted, rule, prefix_at(column, row)) : Node{};
    planes.levels[pixel] = inside ? static_cast<std::uint8_t>(leaf.cell.level) : no_leaf;
    if (planes.counts != nullptr) planes.counts[pixel] = inside ? point_count(leaf) : 0;
}

__global__ void __launch_bounds__(block_threads)
    count_points(const Point* points, const std::int64_t count, const TreePart part,
                 std::uint32_t* density) {
    const std::int64_t i = own_index();
    if (i >= count) return;
    const std::int64_t pixel = pixel_of(part, points[i]);
    if (pixel >= 0) atomicAdd(&density[pixel], 1U);
}

// Sums of a block first, then of the device.
template <typename Counters>
__device__ void clear_shared(Counters& sums) {
    auto* const each = reinterpret_cast<unsigned*>(&sums);
    for (unsigned i = threadIdx.x; i < sizeof(Counters) / sizeof(unsigned); i += block_threads)
        each[i] = 0;
    __syncthreads();
}
template <typename Counters>
__device__ void add_shared(const Counters& sums, Counters* all) {
    __syncthreads();
    const auto* const each = reinterpret_cast<const unsigned*>(&sums);
    auto* const target = reinterpret_cast<unsigned*>(all);
    for (unsigned i = threadIdx.x; i < sizeof(Counters) / sizeof(unsigned); i += block_threads)
        if (each[i] != 0) atomicAdd(&target[i], each[i]);
}

__global__ void __launch_bounds__(block_threads)
    count_levels(const SplitRule rule, const FinishedTree tree, LevelCounts* counts) {
    __shared__ LevelCounts sums;
    clear_shared(sums);
    const std::int64_t i = own_index();
    if (i < tree.node_count) {
        const Node node = tree.nodes[i];
        const bool divided = is_subdivided(rule, node);
        atomicAdd(&sums.nodes[node.cell.level], 1U);
        if (divided)
            atomicAdd(&sums.subdivided[node.cell.level], 1U);
        else
            atomicAdd(&sums.points[node.cell.level], point_count(node));
    }
    add_shared(sums, counts);
}

// A thread a node, in place of a descent: whether it would come there is known from the cell.
__global__ void __launch_bounds__(block_threads)
    find_in_disc(const SplitRule rule, const FinishedTree tree, const Disc disc,
                 DiscCounts* counts) {
    __shared__ DiscCounts sums;
    clear_shared(sums);
    const std::int64_t i = own_index();
    if (i < tree.node_count && is_visited(disc, tree.nodes[i])) {
        DiscCounts own{};
        look_into(rule, disc, tree.nodes[i], tree.points, own);
        atomicAdd(&sums.visited, own.visited);
        atomicAdd(&sums.whole, own.whole);
        atomicAdd(&sums.tested, own.tested);
        atomicAdd(&sums.found, own.found);
    }
    add_shared(sums, counts);
}

}  // namespace

void launch_look(const Plan& plan, const FinishedTree& tree, const TreePart& part,
                 const PlaneMemory& planes, const Stream& stream) {
    mariani::cuda::launch("leaves", stream, grid_over(pixel_count(part.size)), paint_leaves,
                          tree.sorted, plan.rule, part, planes);
    if (plan.count == 0) return;
    mariani::cuda::launch("density", stream, grid_over(plan.count), count_points, tree.points,
                          plan.count, part, planes.density);
}

void launch_level_counts(const Plan& plan, const FinishedTree& tree, LevelCounts* counts,
                         const Stream& stream) {
    if (tree.node_count == 0) return;  // of a run that was stopped
    mariani::cuda::launch("levels", stream, grid_over(tree.node_count), count_levels, plan.rule,
                          tree, counts);
}

void launch_find(const Plan& plan, const FinishedTree& tree, const Disc& disc, DiscCounts* counts,
                 const Stream& stream) {
    if (tree.node_count == 0) return;
    mariani::cuda::launch("disc", stream, grid_over(tree.node_count), find_in_disc, plan.rule, tree,
                          disc, counts);
}

}  // namespace mariani::points::cuda
