// Launches over many items, a thread each, and the tables that kernels read; what the threads of a
// warp do together.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/cuda/launch.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mariani::gasket::cuda {

inline constexpr BlockSize item_block{256, 1};

// Threads go on with for_each_item() where there are more items than threads.
inline mariani::cuda::Grid grid_over(std::uint64_t items) {
    constexpr std::uint64_t most_blocks = 1U << 20;
    const std::uint64_t width = static_cast<std::uint64_t>(item_block.width);
    return {static_cast<std::int64_t>(
                std::clamp<std::uint64_t>((items + width - 1) / width, 1, most_blocks)),
            item_block};
}

template <typename T>
mariani::cuda::DeviceMemory copied(const std::vector<T>& values) {
    mariani::cuda::DeviceMemory memory(values.size() * sizeof(T));
    if (!values.empty()) memory.fill_from(values.data());
    return memory;
}

template <typename Body>
__device__ void for_each_item(std::uint64_t items, const Body& body) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < items;
         i += threads)
        body(i);
}

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned whole_warp = 0xFFFFFFFF;

__device__ inline std::uint32_t warp_sum(std::uint32_t value) {
    for (unsigned distance = warp_size / 2; distance > 0; distance /= 2)
        value += __shfl_xor_sync(whole_warp, value, distance);
    return value;
}

// Bit j of lane i's word becomes bit i of lane j's.
__device__ inline std::uint32_t transposed_by_warp(std::uint32_t word) {
    const unsigned lane = threadIdx.x % warp_size;
    std::uint32_t low = 0x0000FFFF;  // of each pair of squares that swap
#pragma unroll
    for (unsigned width = warp_size / 2; width != 0; width /= 2, low ^= low << width) {
        const std::uint32_t other = __shfl_xor_sync(whole_warp, word, width);
        word = (lane & width) != 0 ? (word & ~low) | (other >> width & low)
                                   : (word & low) | (other & low) << width;
    }
    return word;
}

}  // namespace mariani::gasket::cuda
