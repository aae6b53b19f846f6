// Points, and these in the order of their keys.
#include "compute/workloads/points/cuda/grid.cuh"
#include "compute/workloads/points/cuda/launches.hpp"

#include <cub/device/device_radix_sort.cuh>

namespace mariani::points::cuda {
namespace {

using mariani::cuda::check;

__global__ void __launch_bounds__(block_threads)
    emit(const Emitter emitter, const std::int64_t count, Point* points) {
    const std::int64_t i = own_index();
    if (i < count) points[i] = point_of(emitter, static_cast<std::uint32_t>(i));
}

__global__ void __launch_bounds__(block_threads)
    write_keys(const Point* points, const std::int64_t count, const int depth,
               std::uint32_t* keys) {
    const std::int64_t i = own_index();
    if (i < count) keys[i] = key_of(points[i], depth);
}

// A point goes with its key as 64 bits: that moves fewer bytes than an index and a gather after it,
// whose reads are of single points.
using PointBits = std::uint64_t;
static_assert(sizeof(PointBits) == sizeof(Point) && alignof(PointBits) == alignof(Point));

cudaError_t sort_pairs(const Plan& plan, const SortMemory& memory, std::size_t& scratch_bytes,
                       cudaStream_t stream) {
    return cub::DeviceRadixSort::SortPairs(memory.scratch, scratch_bytes, memory.input_keys,
                                           memory.keys,
                                           reinterpret_cast<const PointBits*>(memory.input),
                                           reinterpret_cast<PointBits*>(memory.points), plan.count,
                                           0, static_cast<int>(2 * plan.rule.depth), stream);
}

}  // namespace

void launch_emitter(const Plan& plan, const Emitter& emitter, Point* points, const Stream& stream) {
    if (plan.count == 0) return;
    mariani::cuda::launch("points", stream, grid_over(plan.count), emit, emitter, plan.count,
                          points);
}

std::size_t sort_scratch_bytes(const Plan& plan) {
    std::size_t bytes = 0;
    check(sort_pairs(plan, {}, bytes, nullptr), "prepare a sort");
    return bytes;
}

void launch_keys(const Plan& plan, const Point* points, std::uint32_t* keys, const Stream& stream) {
    if (plan.count == 0) return;
    mariani::cuda::launch("keys", stream, grid_over(plan.count), write_keys, points, plan.count,
                          static_cast<int>(plan.rule.depth), keys);
}

void launch_sort(const Plan& plan, const SortMemory& memory, const Stream& stream) {
    if (plan.count == 0) return;
    launch_keys(plan, memory.input, memory.input_keys, stream);
    std::size_t bytes = memory.scratch_bytes;
    check(sort_pairs(plan, memory, bytes, stream.get()), "sort");
    stream.count_launch();
}

}  // namespace mariani::points::cuda
