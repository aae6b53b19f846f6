// A pass as kernels: each block asks the map for its tile, and hands it to a test's body.
#pragma once

#include "compute/model/block_trace.hpp"
#include "compute/workloads/triangle/cuda/tests.cuh"

#include <cstdint>

namespace mariani::triangle::cuda {

// The part of a pass's grid that one launch has, so that none takes long.
struct Band {
    int first_column = 0;
    int first_row = 0;
};

inline constexpr int max_threads = 1024;  // of a block

__device__ inline int own_column(const Band& band) {
    return band.first_column + static_cast<int>(blockIdx.x);
}
__device__ inline int own_row(const Band& band) {
    return band.first_row + static_cast<int>(blockIdx.y);
}

template <typename Map, typename Body>
__global__ void __launch_bounds__(max_threads)
    run_pass(const Shape shape, const Pass pass, const Band band, const Body body) {
    const Tile tile = Map::tile(shape, pass, own_column(band), own_row(band));
    if (!tile.none) body.template run<Map>(shape, pass, tile);
}

}  // namespace mariani::triangle::cuda
