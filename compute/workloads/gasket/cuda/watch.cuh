// What a kernel's blocks do beside their work: nothing, or, in a step that is not timed, keep a
// record of themselves and count what they write.
#pragma once

#include "compute/cuda/block.cuh"
#include "compute/model/block_trace.hpp"

#include <cstdint>

namespace mariani::gasket::cuda {

// All threads of a block call begin() and end().
struct Unwatched {
    __device__ void begin() const {}
    __device__ void count(std::uint64_t) const {}
    __device__ void use(std::uint32_t) const {}
    __device__ void end(std::uint32_t) const {}
};

// Times are the low halves of the device's clock.
struct Watched {
    BlockRecord* records;   // of each block of the grid
    std::uint32_t* visits;  // of each place of the layout; null: they are not counted

    __device__ void begin() const {
        if (threadIdx.x == 0) {
            busy() = 0;
            records[blockIdx.x].begin_ns = static_cast<std::uint32_t>(mariani::cuda::clock_ns());
        }
        __syncthreads();
    }
    // A thread has written there.
    __device__ void count(std::uint64_t place) const {
        atomicAdd(&visits[place], 1U);
        use(1);
    }
    // So many more of what a block has room for had something to do.
    __device__ void use(std::uint32_t more) const { atomicAdd(&busy(), more); }
    // A block has room for so many.
    __device__ void end(std::uint32_t room) const {
        __syncthreads();
        if (threadIdx.x != 0) return;
        BlockRecord& record = records[blockIdx.x];
        record.end_ns = static_cast<std::uint32_t>(mariani::cuda::clock_ns());
        record.block = blockIdx.x;
        record.unit = static_cast<std::uint16_t>(mariani::cuda::multiprocessor());
        record.use = use_of(busy(), room);
    }

  private:
    __device__ static std::uint32_t& busy() {
        __shared__ std::uint32_t count;
        return count;
    }
};

}  // namespace mariani::gasket::cuda
