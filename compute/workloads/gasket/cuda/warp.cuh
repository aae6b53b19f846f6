// What the threads of a warp do together.
#pragma once

#include <cstdint>

namespace mariani::gasket::cuda {

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
