// Launches from the device that are counted against a pool, and blocks of one grid that wait for no
// other one.
#pragma once

#include "compute/cuda/block.cuh"
#include "compute/cuda/control.hpp"

namespace mariani::cuda {

// By one thread: launch() into a pool of that size. Whether it was made; what it would have done is
// left to the caller otherwise. launch() returns what CUDA said of it.
template <typename Launch>
__device__ bool launch_within(LaunchPool& pool, unsigned size, const Launch& launch) {
    const unsigned pending = atomicAdd(&pool.pending, 1U) + 1;
    if (pending <= size && launch() == cudaSuccess) {
        atomicMax(&pool.most_pending, pending);
        atomicAdd(&pool.launches, Count{1});
        return true;
    }
    atomicSub(&pool.pending, 1U);
    atomicAdd(&pool.failed_launches, Count{1});
    return false;
}

// By one thread of a launch's last block: there is room for another one.
__device__ inline void leave(LaunchPool& pool) {
    atomicSub(&pool.pending, 1U);
}

// By one thread of each block of such a launch, once that has done its work: the last one makes
// room. `done` is the launch's own, 0 before and after.
__device__ inline void leave_by_block(LaunchPool& pool, unsigned& done) {
    if (gridDim.x > 1) {
        if (atomicAdd(&done, 1U) != gridDim.x - 1) return;
        done = 0;
    }
    leave(pool);
}

// Whether the calling block is the last of its grid to come here; it then sees what all have stored
// before, and leaves the count to another grid. By all threads of the block.
__device__ inline bool arrives_last(unsigned& arrived) {
    __threadfence();
    __syncthreads();
    const bool last = first_thread() && atomicAdd(&arrived, 1U) == gridDim.x - 1;
    if (__syncthreads_or(last ? 1 : 0) == 0) return false;
    if (first_thread()) arrived = 0;
    __threadfence();
    return true;
}

}  // namespace mariani::cuda
