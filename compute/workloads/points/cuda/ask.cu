// ASK: level by level, over all pieces of its nodes: a histogram of each, which learns from the
// pieces before it where its points go; then these move. A node of one piece does both at once.
#include "compute/cuda/look_back.cuh"
#include "compute/cuda/warp.cuh"
#include "compute/workloads/points/cuda/grid.cuh"
#include "compute/workloads/points/cuda/quadrants.cuh"

#include <algorithm>
#include <string>

namespace mariani::points::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::Known;
using mariani::cuda::max_threads;
using mariani::cuda::Told;

struct Job {
    AskMemory memory;
    SplitRule rule;
    std::uint32_t slots;
    std::uint32_t level;
};

// The pieces of a level's nodes that are cut: those of a node are side by side.
__global__ void __launch_bounds__(block_threads) list_pieces(const Job job) {
    const AskMemory& memory = job.memory;
    Counts& counts = *memory.counts;
    const unsigned first = counts.first[job.level], count = counts.nodes[job.level];
    const unsigned next = first + count;
    if (own_index() == 0) counts.first[job.level + 1] = next;
    if (__syncthreads_or(is_set(&memory.control->stop) ? 1 : 0) != 0) return;
    for (unsigned begin = blockIdx.x * block_threads; begin < count;
         begin += gridDim.x * block_threads) {
        const unsigned i = begin + threadIdx.x;
        const Node node = i < count ? memory.nodes[first + i] : Node{};
        const bool divides = i < count && is_subdivided(job.rule, node);
        const unsigned pieces = divides ? piece_count(node) : 0;
        const unsigned children =
            mariani::cuda::reserve_in_block(&counts.nodes[job.level + 1], divides ? 4 : 0);
        const unsigned at = mariani::cuda::reserve_in_block(&memory.work[job.level].pieces, pieces);
        for (unsigned number = 0; number < pieces; ++number)
            memory.pieces[at + number] = {node, number, next + children};
    }
}

__device__ void list_children(const AskMemory& memory, const Piece& piece, const Borders& borders) {
    if (threadIdx.x < 4)
        memory.nodes[piece.children + threadIdx.x] = child_of(piece.node, borders, threadIdx.x);
}

__device__ Quadrants& sums_of(const AskMemory& memory, const Piece& piece) {
    return memory.sums[piece.children / 4];
}

// Where the piece's points of each quadrant come among its node's; the last piece knows the sums.
// By all threads of the block, a warp a quadrant.
__device__ void look_back(const Job& job, const Piece& piece, const Quadrants& own,
                          Quadrants& before) {
    const unsigned run = job.level + 1;
    const bool last = piece.number == piece_count(piece.node) - 1;
    for (std::uint32_t q = threadIdx.x / warp_lanes; q < 4; q += blockDim.x / warp_lanes) {
        Told* const told = job.memory.told + q * job.slots + slot_of(piece.node);
        if (lane_id() == 0)
            mariani::cuda::tell(told[piece.number],
                                mariani::cuda::word_of(run, Known::own, own.of[q]));
        __syncwarp();
        const std::uint32_t earlier = mariani::cuda::sum_before(told, piece.number, run);
        if (lane_id() != 0) continue;
        mariani::cuda::tell(told[piece.number],
                            mariani::cuda::word_of(run, Known::all, earlier + own.of[q]));
        before.of[q] = earlier;
        if (last) sums_of(job.memory, piece).of[q] = earlier + own.of[q];
    }
}

// Pieces begin in the order of their list, whatever the order of the blocks: those that a piece
// waits for are under way. By all threads of the block.
__device__ unsigned next_piece(const AskMemory& memory, AskWork& work) {
    __shared__ unsigned taken;
    __syncthreads();  // the one before may still be read
    if (threadIdx.x == 0)
        taken = is_set(&memory.control->stop) ? work.pieces : atomicAdd(&work.taken, 1U);
    __syncthreads();
    return taken;
}

__global__ void __launch_bounds__(max_threads) count_pieces(const Job job) {
    const AskMemory& memory = job.memory;
    const unsigned& stop = memory.control->stop;
    AskWork& work = memory.work[job.level];
    for (unsigned i = next_piece(memory, work); i < work.pieces; i = next_piece(memory, work)) {
        const Piece piece = memory.pieces[i];
        const Stretch stretch = piece_of(memory.points, piece.node, piece.number);
        const Quadrants own = count_quadrants(stretch, stop);
        if (piece_count(piece.node) > 1) {
            look_back(job, piece, own, memory.before[i]);
            continue;
        }
        const Borders borders = borders_from(piece.node, own);
        scatter_quadrants(stretch, begins_of(borders), memory.points.below(job.level), stop);
        list_children(memory, piece, borders);
    }
}

__global__ void __launch_bounds__(max_threads) move_pieces(const Job job) {
    const AskMemory& memory = job.memory;
    const unsigned& stop = memory.control->stop;
    const unsigned pieces = memory.work[job.level].pieces;
    for (unsigned i = blockIdx.x; i < pieces; i += gridDim.x) {
        const Piece piece = memory.pieces[i];
        if (piece_count(piece.node) == 1) continue;
        const Borders borders = borders_from(piece.node, sums_of(memory, piece));
        Quadrants at = memory.before[i];
        for (int q = 0; q < 4; ++q) at.of[q] += borders.begin[q];
        const Stretch stretch = piece_of(memory.points, piece.node, piece.number);
        count_quadrants(stretch, stop);
        scatter_quadrants(stretch, at, memory.points.below(job.level), stop);
        if (piece.number == 0) list_children(memory, piece, borders);
    }
}

__device__ unsigned node_count(const Counts& counts) {
    unsigned all = 0;
    for (const unsigned nodes : counts.nodes) all += nodes;
    return all;
}

// Leaves that lie elsewhere go into the first buffer: a block takes the points of as many as it has
// threads, whatever their sizes.
__global__ void __launch_bounds__(block_threads) settle(const Job job) {
    __shared__ std::uint32_t starts[block_threads], begins[block_threads];
    const PointBuffers& points = job.memory.points;
    const unsigned count = node_count(*job.memory.counts);
    const Point* const from = count == 1 ? points.input : points.second;
    for (unsigned begin = blockIdx.x * block_threads; begin < count;
         begin += gridDim.x * block_threads) {
        if (__syncthreads_or(is_set(&job.memory.control->stop) ? 1 : 0) != 0) return;
        const unsigned i = begin + threadIdx.x;
        const Node node = i < count ? job.memory.nodes[i] : Node{};
        const bool moves = i < count && !is_subdivided(job.rule, node) &&
                           points.at(node.cell.level) != points.first;
        const auto sum = mariani::cuda::block_sum(moves ? point_count(node) : 0);
        starts[threadIdx.x] = sum.before;
        begins[threadIdx.x] = node.begin;
        __syncthreads();
        for (std::uint32_t k = threadIdx.x; k < sum.all; k += block_threads) {
            const std::uint32_t leaf = detail::lower_bound(starts, 0, block_threads, k + 1) - 1;
            const std::uint32_t at = begins[leaf] + (k - starts[leaf]);
            points.first[at] = from[at];
        }
    }
}

void launch_level(const Plan& plan, const Job& job, std::int64_t most_listed, std::int64_t most_cut,
                  const Stream& stream) {
    const std::string level = "level " + std::to_string(job.level);
    const std::int64_t pieces = plan.count / piece_points + most_cut + 1;
    const mariani::cuda::Grid grid{std::min(pieces, most_blocks), {plan.block, 1}};
    mariani::cuda::launch(level + ", list", stream, looping_grid_over(most_listed), list_pieces,
                          job);
    mariani::cuda::launch(level + ", count", stream, grid, count_pieces, job);
    mariani::cuda::launch(level + ", move", stream, grid, move_pieces, job);
}

}  // namespace

void launch_ask(const Plan& plan, const AskMemory& memory, const AtLevel& at_level,
                const Stream& stream) {
    Job job{memory, plan.rule, static_cast<std::uint32_t>(slot_count(plan.count)), 0};
    check(cudaMemsetAsync(memory.work, 0, (max_depth + 1) * sizeof(AskWork), stream.get()),
          "clear counters");
    check(cudaMemsetAsync(memory.told, 0, 4 * job.slots * sizeof(Told), stream.get()),
          "clear sums");
    launch_root(plan, memory.nodes, memory.counts, stream);
    const std::int64_t most_divided = plan.count / (std::int64_t{plan.rule.min} + 1);
    std::int64_t most = 1;
    for (; job.level < plan.rule.depth; ++job.level) {
        at_level(job.level);
        launch_level(plan, job, most, std::min(most, most_divided), stream);
        most = 4 * std::min(most, most_divided);
    }
    at_level(plan.rule.depth);
    mariani::cuda::launch("settle", stream, looping_grid_over(most_nodes(plan.rule, plan.count)),
                          settle, job);
}

}  // namespace mariani::points::cuda
