// Launches over many items, a thread each.
#pragma once

#include "compute/cuda/launch.hpp"

#include <algorithm>
#include <cstdint>

namespace mariani::points::cuda {

inline constexpr int block_threads = 256;

inline mariani::cuda::Grid grid_over(std::int64_t items) {
    return {(items + block_threads - 1) / block_threads, {block_threads, 1}};
}

// Enough to keep a device busy; where there are more items, threads take several.
inline constexpr std::int64_t most_blocks = 2048;
inline mariani::cuda::Grid looping_grid_over(std::int64_t items) {
    mariani::cuda::Grid grid = grid_over(std::max<std::int64_t>(items, 1));
    grid.blocks = std::min(grid.blocks, most_blocks);
    return grid;
}

__device__ inline std::int64_t own_index() {
    return std::int64_t{blockIdx.x} * block_threads + threadIdx.x;
}

}  // namespace mariani::points::cuda
