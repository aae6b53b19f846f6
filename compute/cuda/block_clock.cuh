// What a block can tell of itself: when it works, and where.
#pragma once

#include <cstdint>

namespace mariani::cuda {

// The device's clock, the same for all of its multiprocessors.
__device__ inline std::uint64_t clock_ns() {
    std::uint64_t ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

__device__ inline std::uint32_t multiprocessor() {
    std::uint32_t number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
}

}  // namespace mariani::cuda
