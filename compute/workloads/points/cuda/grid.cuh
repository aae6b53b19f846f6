// Launches over many items, a thread each.
#pragma once

#include "compute/cuda/launch.hpp"

#include <cstdint>

namespace mariani::points::cuda {

inline constexpr int block_threads = 256;

inline mariani::cuda::Grid grid_over(std::int64_t items) {
    return {(items + block_threads - 1) / block_threads, {block_threads, 1}};
}

__device__ inline std::int64_t own_index() {
    return std::int64_t{blockIdx.x} * block_threads + threadIdx.x;
}

}  // namespace mariani::points::cuda
