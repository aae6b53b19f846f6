// nu by a warp on tensor cores: up to 16 cells at a time.
#pragma once

#include "compute/workloads/gasket/cuda/cell_step.cuh"

#include <mma.h>

#include <cuda_fp16.h>

namespace mariani::gasket::cuda {

// What one warp needs: A and B by rows, and their product.
struct MmaMemory {
    static constexpr int size = MmaWeights::size;
    static constexpr int entries = size * size;
    alignas(32) __half a[entries];
    alignas(32) __half b[entries];
    alignas(32) float c[entries];
    alignas(32) __half c_half[entries];

    __device__ Cell place(int column) const {
        return {static_cast<std::uint32_t>(c[column]),
                static_cast<std::uint32_t>(c[size + column])};
    }
};

// By all threads of the block.
__device__ inline void fill_weights(const MmaWeights& weights, int level, MmaMemory& memory) {
    for (int i = static_cast<int>(threadIdx.x); i < MmaMemory::entries;
         i += static_cast<int>(blockDim.x)) {
        const int row = i / MmaMemory::size, m = i % MmaMemory::size;
        memory.a[i] = __float2half(m < level && row == m % 2 ? weights.weight[m] : 0.0F);
    }
}

// A column of B: the digits of a cell, which must be a member, by the lanes of a warp.
__device__ inline void fill_column(const MmaWeights& weights, int column, std::uint32_t digit,
                                   MmaMemory& memory) {
    const int m = static_cast<int>(threadIdx.x % warp_size);
    if (m < MmaMemory::size)
        memory.b[m * MmaMemory::size + column] =
            __float2half(static_cast<float>(digit) * weights.factor[m]);
}

// c = a b; with sums as Sum: float, or half as the published program adds.
template <typename Sum>
__device__ void multiply(MmaMemory& memory) {
    namespace wmma = nvcuda::wmma;
    constexpr int size = MmaMemory::size;
    wmma::fragment<wmma::matrix_a, size, size, size, __half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, size, size, size, __half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, size, size, size, Sum> c;
    __syncwarp();
    wmma::fill_fragment(c, Sum(0.0F));
    wmma::load_matrix_sync(a, memory.a, size);
    wmma::load_matrix_sync(b, memory.b, size);
    wmma::mma_sync(c, a, b, c);
    if constexpr (sizeof(Sum) == sizeof(float)) {
        wmma::store_matrix_sync(memory.c, c, size, wmma::mem_row_major);
    } else {
        wmma::store_matrix_sync(memory.c_half, c, size, wmma::mem_row_major);
        __syncwarp();
        for (int i = static_cast<int>(threadIdx.x % warp_size); i < MmaMemory::entries;
             i += warp_size)
            memory.c[i] = __half2float(memory.c_half[i]);
    }
    __syncwarp();
}

}  // namespace mariani::gasket::cuda
