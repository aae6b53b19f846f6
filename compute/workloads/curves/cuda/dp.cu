// DP: a thread counts a line and launches blocks for its vertices, or a warp, a block or the last
// block of the grid does that for its lines. Each launch is checked here, on the device; what one
// of them would have done, its parent does itself if it fails; without repair it is lost.
#include "compute/cuda/launch.hpp"
#include "compute/cuda/launch_pool.cuh"
#include "compute/cuda/warp.cuh"
#include "compute/workloads/curves/cuda/device_streams.cuh"
#include "compute/workloads/curves/cuda/launches.hpp"
#include "compute/workloads/curves/cuda/recording.cuh"

namespace mariani::curves::cuda {
namespace {

using mariani::cuda::is_set;
using mariani::cuda::warp_lanes;

struct Job {
    RoomMemory memory;
    DpMemory dp;
    CountRule rule;
    StreamMode streams;
    std::uint32_t lines;
    std::uint32_t parent_block;
    std::uint32_t child_block;
    unsigned pool;
    bool repair;
};

// Lines that share a launch, whose blocks each have a piece of one line's vertices.
struct Group {
    std::uint32_t begin, end;
};

__device__ Point* room_of(const Job& job, std::uint32_t line) {
    if (job.dp.allocated != nullptr && job.dp.allocated[line] != nullptr)
        return job.dp.allocated[line];
    return job.memory.room + line * job.rule.cap;
}

// By a line's thread, once it is counted. False if the heap is full: the line has its room then.
__device__ bool allocate(const Job& job, std::uint32_t line) {
    if (job.dp.allocated == nullptr) return true;
    const std::size_t bytes = job.memory.counts[line].vertices * sizeof(Point);
    job.dp.allocated[line] = static_cast<Point*>(malloc(bytes));
    if (job.dp.allocated[line] != nullptr) return true;
    atomicAdd(&job.memory.control->failed_mallocs, Total{1});
    return false;
}

__device__ std::uint32_t first_block(const Job& job, std::uint32_t line) {
    const std::uint32_t before =
        job.dp.parent_blocks == nullptr ? 0 : job.dp.parent_blocks[line / job.parent_block];
    return before + job.dp.first_blocks[line];
}

__device__ std::uint32_t line_of_block(const Job& job, const Group& group, std::uint32_t block) {
    std::uint32_t low = group.begin, high = group.end;
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (first_block(job, middle) <= block)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// By all threads of the block.
__device__ void place_piece(const Job& job, const Group& group) {
    __shared__ std::uint32_t line, piece;
    if (threadIdx.x == 0) {
        line = line_of_block(job, group, blockIdx.x);
        piece = blockIdx.x - first_block(job, line);
    }
    __syncthreads();
    const std::uint32_t count = job.memory.counts[line].vertices;
    const std::uint32_t at = piece * blockDim.x + threadIdx.x;
    record_placing(job.memory.records, line, at == 0, [&] {
        if (at < count) room_of(job, line)[at] = vertex_of(job.memory.lines[line], count, at);
    });
}

// A child: the grid of a launch.
__global__ void __launch_bounds__(mariani::cuda::max_threads)
    place_group(const Job job, const Group group) {
    Control& control = *job.memory.control;
    if (__syncthreads_or(is_set(&control.stop) ? 1 : 0) == 0) place_piece(job, group);
    if (threadIdx.x == 0)
        mariani::cuda::leave_by_block(control.pool, job.dp.done_blocks[group.begin]);
}

// By one thread, after what its lines' threads stored. Whether the launch was made.
__device__ bool launch_group(const Job& job, const Group& group, std::uint32_t blocks) {
    return mariani::cuda::launch_within(job.memory.control->pool, job.pool, [&] {
        return in_stream(job.streams, [&](cudaStream_t stream) {
            place_group<<<blocks, job.child_block, 0, stream>>>(job, group);
        });
    });
}

// All of a group's vertices by threads side by side.
__device__ void place_here(const Job& job, const Group& group, std::uint32_t thread,
                           std::uint32_t threads) {
    for (std::uint32_t line = group.begin; line < group.end; ++line) {
        if (is_set(&job.memory.control->stop)) return;
        const std::uint32_t count = job.memory.counts[line].vertices;
        record_placing(job.memory.records, line, thread == 0, [&] {
            for (std::uint32_t at = thread; at < count; at += threads)
                room_of(job, line)[at] = vertex_of(job.memory.lines[line], count, at);
        });
    }
}

// What a launch that failed leaves to threads side by side: its work, or to mark its lines as lost.
__device__ void make_up_for(const Job& job, const Group& group, std::uint32_t thread,
                            std::uint32_t threads) {
    if (job.repair) return place_here(job, group, thread, threads);
    for (std::uint32_t line = group.begin + thread; line < group.end; line += threads)
        job.memory.counts[line] = {0, false};
}

// Counts the calling thread's line. Returns how many blocks its vertices need.
__device__ std::uint32_t count_line(const Job& job, std::uint32_t line) {
    if (line >= job.lines) return 0;
    const Count count = count_of(job.rule, job.memory.lines[line]);
    job.memory.counts[line] = count;
    return (count.vertices + job.child_block - 1) / job.child_block;
}

__device__ void launch_line(const Job& job, std::uint32_t line, std::uint32_t blocks) {
    if (line >= job.lines) return;
    job.dp.first_blocks[line] = 0;
    const Group group{line, line + 1};
    if (!allocate(job, line)) return make_up_for(job, group, 0, 1);
    __threadfence();
    if (!launch_group(job, group, blocks)) make_up_for(job, group, 0, 1);
}

__device__ void launch_warp(const Job& job, std::uint32_t line, std::uint32_t blocks) {
    const auto lane = static_cast<std::uint32_t>(mariani::cuda::lane_id());
    const auto before =
        static_cast<std::uint32_t>(mariani::cuda::warp_exclusive_sum(static_cast<int>(blocks)));
    if (line < job.lines) job.dp.first_blocks[line] = before;
    const std::uint32_t all = mariani::cuda::from_lane(before + blocks, warp_lanes - 1);
    if (all == 0) return;  // no lines
    const Group group{line - lane, min(job.lines, line - lane + warp_lanes)};
    __threadfence();
    __syncwarp();
    const bool made = lane == 0 && launch_group(job, group, all);
    if (__any_sync(mariani::cuda::full_mask, made ? 1 : 0) == 0)
        make_up_for(job, group, lane, warp_lanes);
}

// By all threads of the block.
__device__ void launch_by_block(const Job& job, const Group& group, std::uint32_t blocks) {
    __threadfence();
    __syncthreads();
    const bool made = threadIdx.x == 0 && launch_group(job, group, blocks);
    if (__syncthreads_or(made ? 1 : 0) == 0) make_up_for(job, group, threadIdx.x, blockDim.x);
}

// Stores the first blocks of the calling block's lines. Returns how many blocks they need. By all
// threads of the block.
__device__ std::uint32_t store_first_blocks(const Job& job, std::uint32_t line,
                                            std::uint32_t blocks) {
    const auto sum = mariani::cuda::block_sum(blocks);
    if (line < job.lines) job.dp.first_blocks[line] = sum.before;
    return sum.all;
}

__device__ void launch_block(const Job& job, std::uint32_t line, std::uint32_t blocks) {
    const std::uint32_t all = store_first_blocks(job, line, blocks);
    const std::uint32_t begin = blockIdx.x * blockDim.x;
    launch_by_block(job, {begin, min(job.lines, begin + blockDim.x)}, all);
}

// Whether the calling block is the last of the grid to come here; it then sees what all have
// stored before. By all threads of the block.
__device__ bool arrives_last(Control& control) {
    __threadfence();
    __syncthreads();
    const bool last = threadIdx.x == 0 && atomicAdd(&control.parents, 1U) == gridDim.x - 1;
    if (__syncthreads_or(last ? 1 : 0) == 0) return false;
    __threadfence();
    return true;
}

__device__ void launch_grid(const Job& job, std::uint32_t line, std::uint32_t blocks) {
    const std::uint32_t own = store_first_blocks(job, line, blocks);
    if (threadIdx.x == 0) job.dp.parent_blocks[blockIdx.x] = own;
    if (!arrives_last(*job.memory.control)) return;
    std::uint32_t all = 0;
    for (std::uint32_t begin = 0; begin < gridDim.x; begin += blockDim.x) {
        const std::uint32_t i = begin + threadIdx.x;
        const volatile std::uint32_t* const parents = job.dp.parent_blocks;
        const auto sum = mariani::cuda::block_sum(i < gridDim.x ? parents[i] : 0);
        if (i < gridDim.x) job.dp.parent_blocks[i] = all + sum.before;
        all += sum.all;
    }
    launch_by_block(job, {0, job.lines}, all);
}

using LaunchLines = void(const Job& job, std::uint32_t line, std::uint32_t blocks);

template <LaunchLines launch_lines>
__global__ void __launch_bounds__(mariani::cuda::max_threads) count_and_launch(const Job job) {
    if (__syncthreads_or(is_set(&job.memory.control->stop) ? 1 : 0) != 0) return;
    const std::uint32_t line = blockIdx.x * blockDim.x + threadIdx.x;
    launch_lines(job, line, count_line(job, line));
}

// A thread a line.
__global__ void __launch_bounds__(mariani::cuda::max_threads) collect(const Job job) {
    const std::uint32_t line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= job.lines || job.dp.allocated[line] == nullptr) return;
    Point* const from = job.dp.allocated[line];
    Point* const to = job.memory.room + line * job.rule.cap;
    for (std::uint32_t at = 0; at < job.memory.counts[line].vertices; ++at) to[at] = from[at];
    free(from);
    job.dp.allocated[line] = nullptr;
}

Job job_of(const Plan& plan, const RoomMemory& memory, const DpMemory& dp) {
    return {memory,
            dp,
            plan.rule,
            plan.streams,
            static_cast<std::uint32_t>(plan.lines),
            static_cast<std::uint32_t>(plan.parent_block),
            static_cast<std::uint32_t>(plan.child_block),
            static_cast<unsigned>(plan.pool),
            plan.repair};
}

mariani::cuda::Grid a_thread_a_line(const Plan& plan) {
    return {(plan.lines + plan.parent_block - 1) / plan.parent_block, {plan.parent_block, 1}};
}

}  // namespace

void launch_dp(const Plan& plan, const RoomMemory& memory, const DpMemory& dp,
               const Stream& stream) {
    const Job job = job_of(plan, memory, dp);
    const auto launch = [&](auto* kernel) {
        mariani::cuda::launch("parents", stream, a_thread_a_line(plan), kernel, job);
    };
    switch (plan.engine) {
        case EngineKind::dp_warp:
            return launch(count_and_launch<launch_warp>);
        case EngineKind::dp_block:
            return launch(count_and_launch<launch_block>);
        case EngineKind::dp_grid:
            return launch(count_and_launch<launch_grid>);
        default:
            return launch(count_and_launch<launch_line>);
    }
}

void launch_collect(const Plan& plan, const RoomMemory& memory, const DpMemory& dp,
                    const Stream& stream) {
    mariani::cuda::launch("collect", stream, a_thread_a_line(plan), collect,
                          job_of(plan, memory, dp));
}

}  // namespace mariani::curves::cuda
