// What the threads of a block do together, and when and where it works.
#pragma once

#include "compute/cuda/control.hpp"

#include <cstdint>

#include <cuda_runtime.h>

namespace mariani::cuda {

inline constexpr int max_threads = 1024;  // of a block

__device__ inline int thread_rank() {
    return static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
}

__device__ inline int thread_count() {
    return static_cast<int>(blockDim.x * blockDim.y);
}

__device__ inline bool first_thread() {
    return (threadIdx.x | threadIdx.y) == 0;
}

// The device's clock, the same for all of its multiprocessors.
__device__ inline Count clock_ns() {
    Count ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

__device__ inline std::uint32_t multiprocessor() {
    std::uint32_t number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
}

// The multiprocessor's clock, quick to read.
__device__ inline long long ticks() {
    return clock64();
}

__device__ inline bool is_set(const volatile unsigned* flag) {
    return *flag != 0;
}

// A store that others may read at any time, in no order with what else is stored.
template <typename V>
__device__ void store_volatile(V& place, V value) {
    static_cast<volatile V&>(place) = value;
}

__device__ inline bool stopped(const Control& control) {
    return is_set(&control.stop);
}

// The sum over the calling thread's warp, in its first lane. All of the block's threads call it;
// the last warp may have fewer than 32.
__device__ inline Count warp_sum_in_first_lane(Count value) {
    const int lane = thread_rank() % 32;
    const int lanes = min(32, thread_count() - (thread_rank() - lane));
    const unsigned mask = lanes == 32 ? ~0U : (1U << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        const Count other = __shfl_down_sync(mask, value, static_cast<unsigned>(offset));
        if (lane + offset < lanes) value += other;
    }
    return value;
}

// Adds the values of all threads to *sum, in shared or device memory.
__device__ inline void add_block_sum(Count value, Count* sum) {
    value = warp_sum_in_first_lane(value);
    if (thread_rank() % 32 == 0 && value != 0) atomicAdd(sum, value);
}

__device__ inline void add_nonzero(Count value, Count* sum) {
    if (value != 0) atomicAdd(sum, value);
}

}  // namespace mariani::cuda
