// Launches from the device, of which so many may be pending: counted by the kernels, as CUDA's own
// pool is fixed once the program has run a kernel. Control: a run's block of device memory, with
// pending, most_pending, launches and failed_launches, all 0 at its begin.
#pragma once

namespace mariani::cuda {

// By one thread, after what others stored for the launch and fenced. Whether the pool had room and
// launch(), which returns an error of CUDA, has none.
template <typename Control, typename Launch>
__device__ bool launch_within(unsigned pool, Control& control, const Launch& launch) {
    const unsigned pending = atomicAdd(&control.pending, 1U) + 1;
    if (pending <= pool && launch() == cudaSuccess) {
        atomicMax(&control.most_pending, pending);
        atomicAdd(&control.launches, 1ULL);
        return true;
    }
    atomicSub(&control.pending, 1U);
    atomicAdd(&control.failed_launches, 1ULL);
    return false;
}

// By one thread of each block of such a grid, once that has done its work: the last one makes room.
// `done` is the launch's own, 0 before and after.
template <typename Control>
__device__ void make_room(Control& control, unsigned& done) {
    if (gridDim.x > 1) {
        if (atomicAdd(&done, 1U) != gridDim.x - 1) return;
        done = 0;
    }
    atomicSub(&control.pending, 1U);
}

}  // namespace mariani::cuda
