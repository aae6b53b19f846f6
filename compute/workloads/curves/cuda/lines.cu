// The plan's lines; flat, a block for the vertices of a line; and the sums of all counts.
#include "compute/cuda/launch.hpp"
#include "compute/cuda/warp.cuh"
#include "compute/workloads/curves/cuda/launches.hpp"
#include "compute/workloads/curves/cuda/recording.cuh"

namespace mariani::curves::cuda {
namespace {

constexpr int block_threads = 256;

mariani::cuda::Grid a_thread_for_each(std::int64_t items) {
    return {(items + block_threads - 1) / block_threads, {block_threads, 1}};
}

__device__ std::uint32_t own_index() {
    return blockIdx.x * block_threads + threadIdx.x;
}

__global__ void __launch_bounds__(block_threads)
    emit(const Emitter emitter, const std::uint32_t count, Line* lines) {
    const std::uint32_t i = own_index();
    if (i < count) lines[i] = line_of(emitter, i);
}

__global__ void __launch_bounds__(mariani::cuda::max_threads)
    tessellate_flat(const CountRule rule, const RoomMemory memory) {
    const std::uint32_t i = blockIdx.x;
    const Line line = memory.lines[i];
    const Count count = count_of(rule, line);
    if (threadIdx.x == 0) memory.counts[i] = count;
    Point* const room = memory.room + i * rule.cap;
    record_placing(memory.records, i, threadIdx.x == 0, [&] {
        for (std::uint32_t at = threadIdx.x; at < count.vertices; at += blockDim.x)
            room[at] = vertex_of(line, count.vertices, at);
    });
}

__global__ void __launch_bounds__(block_threads)
    sum_counts(const std::uint32_t lines, const RoomMemory memory) {
    const std::uint32_t i = own_index();
    const bool is_line = i < lines;
    const Count count = is_line ? memory.counts[i] : Count{0, false};
    const Total vertices = mariani::cuda::warp_reduce_sum(Total{count.vertices});
    const Total cut = mariani::cuda::warp_reduce_sum(Total{count.cut ? 1U : 0U});
    const Total lost =
        mariani::cuda::warp_reduce_sum(Total{is_line && count.vertices == 0 ? 1U : 0U});
    if (mariani::cuda::lane_id() != 0) return;
    atomicAdd(&memory.control->vertices, vertices);
    if (lost != 0) atomicAdd(&memory.control->lost_lines, lost);
    if (cut != 0) atomicAdd(&memory.control->cut_lines, cut);
}

}  // namespace

void launch_emitter(const Plan& plan, Line* lines, const Stream& stream) {
    mariani::cuda::launch("lines", stream, a_thread_for_each(plan.lines), emit, emitter_of(plan),
                          static_cast<std::uint32_t>(plan.lines), lines);
}

void launch_flat(const Plan& plan, const RoomMemory& memory, const Stream& stream) {
    mariani::cuda::launch("flat", stream, {plan.lines, {plan.child_block, 1}}, tessellate_flat,
                          plan.rule, memory);
}

void launch_sums(const Plan& plan, const RoomMemory& memory, const Stream& stream) {
    mariani::cuda::launch("sums", stream, a_thread_for_each(plan.lines), sum_counts,
                          static_cast<std::uint32_t>(plan.lines), memory);
}

}  // namespace mariani::curves::cuda
