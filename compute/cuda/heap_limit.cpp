#include "compute/cuda/heap_limit.hpp"

#include "compute/cuda/check.hpp"

#include <mutex>
#include <stdexcept>

#include <cuda_runtime_api.h>
#include <fmt/format.h>

namespace mariani::cuda {

void set_heap_limit(std::int64_t bytes) {
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    std::size_t held = 0;
    check(cudaDeviceGetLimit(&held, cudaLimitMallocHeapSize), "tell the size of its heap");
    const auto wanted = static_cast<std::size_t>(bytes);
    if (held == wanted) return;
    const cudaError_t error = cudaDeviceSetLimit(cudaLimitMallocHeapSize, wanted);
    if (error != cudaErrorInvalidValue) return check(error, "make room for malloc in kernels");
    cudaGetLastError();  // told here
    throw std::runtime_error(
        fmt::format("the GPU's heap for malloc in kernels has {} bytes, and CUDA keeps it from its "
                    "first use on: take that size, or start the program again with the heap of {}",
                    held, bytes));
}

}  // namespace mariani::cuda
