// What the lanes of a warp do together, and the warps of a block. All of them call each of these,
// whole warps only.
#pragma once

#include "compute/cuda/block.cuh"

#include <cstdint>

namespace mariani::cuda {

inline constexpr unsigned full_mask = ~0U;
inline constexpr int warp_lanes = 32;

__device__ inline int lane_id() {
    return static_cast<int>(threadIdx.x) % warp_lanes;
}

// The lanes of a mask that are before the calling one.
__device__ inline unsigned lanes_before(unsigned mask) {
    return mask & ((1U << lane_id()) - 1);
}

__device__ inline int lowest_bit(unsigned set) {
    return __ffs(static_cast<int>(set)) - 1;
}

template <typename V>
__device__ V from_lane(V value, int lane) {
    return __shfl_sync(full_mask, value, lane);
}

// The sum over all lanes, in all of them.
template <typename V>
__device__ V warp_reduce_sum(V value) {
    for (int offset = warp_lanes / 2; offset > 0; offset /= 2)
        value += __shfl_xor_sync(full_mask, value, offset);
    return value;
}

// The bits that all lanes have, in all of them. (__reduce_and_sync() needs sm_80.)
__device__ inline unsigned warp_reduce_and(unsigned value) {
    for (int offset = warp_lanes / 2; offset > 0; offset /= 2)
        value &= __shfl_xor_sync(full_mask, value, offset);
    return value;
}

// The sum over the lanes before the calling one.
__device__ inline int warp_exclusive_sum(int value) {
    int sum = value;
    for (int offset = 1; offset < warp_lanes; offset *= 2) {
        const int other = __shfl_up_sync(full_mask, sum, offset);
        if (lane_id() >= offset) sum += other;
    }
    return sum - value;
}

// Asks for `count` entries of a list, each lane for its own; one atomic for all of them. Returns
// where the lane's begin.
__device__ inline unsigned reserve_entries(unsigned* asked, unsigned count) {
    const auto before = static_cast<unsigned>(warp_exclusive_sum(static_cast<int>(count)));
    unsigned first = 0;
    if (lane_id() == warp_lanes - 1 && before + count != 0)
        first = atomicAdd(asked, before + count);
    return from_lane(first, warp_lanes - 1) + before;
}

// The same with one atomic for the block. By all threads of it.
__device__ inline unsigned reserve_in_block(unsigned* asked, unsigned count) {
    __shared__ unsigned all, first;
    if (thread_rank() == 0) all = 0;
    __syncthreads();
    const unsigned own = reserve_entries(&all, count);
    __syncthreads();
    if (thread_rank() == 0) first = all == 0 ? 0 : atomicAdd(asked, all);
    __syncthreads();
    return first + own;
}

struct BlockSum {
    std::uint32_t before;  // of the threads before the calling one
    std::uint32_t all;
};

// By all threads of the block.
__device__ inline BlockSum block_sum(std::uint32_t value) {
    __shared__ std::uint32_t warps[max_threads / warp_lanes];
    const auto before = static_cast<std::uint32_t>(warp_exclusive_sum(static_cast<int>(value)));
    const int warp = static_cast<int>(threadIdx.x) / warp_lanes;
    const int warp_count = static_cast<int>(blockDim.x) / warp_lanes;
    __syncthreads();  // a sum before this one may still be read
    if (lane_id() == warp_lanes - 1) warps[warp] = before + value;
    __syncthreads();
    const std::uint32_t of_lane = lane_id() < warp_count ? warps[lane_id()] : 0;
    const auto warps_before =
        static_cast<std::uint32_t>(warp_exclusive_sum(static_cast<int>(of_lane)));
    return {from_lane(warps_before, warp) + before,
            from_lane(warps_before + of_lane, warp_lanes - 1)};
}

}  // namespace mariani::cuda
