// Launches from the device, each checked where it is made: CUDA tells of a launch that it refuses
// only the thread that wanted it, and only when asked.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/workloads/curves/problem.hpp"

namespace mariani::curves::cuda {

// By one thread: launch(stream) into a stream of that kind. Why CUDA refused it, if it did.
template <typename Launch>
__device__ cudaError_t in_stream(StreamMode mode, const Launch& launch) {
    if (mode != StreamMode::named) {
        launch(mode == StreamMode::null ? nullptr : cudaStreamFireAndForget);
        return cudaGetLastError();
    }
    cudaStream_t stream = nullptr;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
        return cudaGetLastError();
    launch(stream);
    const cudaError_t error = cudaGetLastError();
    cudaStreamDestroy(stream);
    return error;
}

}  // namespace mariani::curves::cuda
