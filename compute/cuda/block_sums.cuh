// Sums over the threads of a block of whole warps.
#pragma once

#include "compute/cuda/warp.cuh"

#include <cstdint>

namespace mariani::cuda {

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
