#include "compute/cuda/device_limits.hpp"

#include "compute/cuda/handles.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>

#include <cuda_runtime_api.h>
#include <fmt/core.h>

namespace mariani::cuda {
namespace {

constexpr std::size_t bytes_per_launch = 7 * 1024;  // measured; documented nowhere
constexpr std::size_t max_bytes = std::size_t{1} << 30;

std::int64_t current_limit() {
    std::size_t bytes = 0;
    check(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize), "query the size of its heap");
    return static_cast<std::int64_t>(bytes);
}

}  // namespace

void set_pending_launch_limit(int device, std::size_t wanted, std::size_t device_memory) {
    static std::mutex mutex;
    static std::map<int, std::size_t> limits;
    const std::scoped_lock lock(mutex);
    const auto held = limits.find(device);
    if (held != limits.end()) {
        if (wanted == 0 || wanted == held->second) return;
        throw std::logic_error(
            fmt::format("device {} has room for {} pending launches, and keeps "
                        "it until the process ends",
                        device, held->second));
    }
    const std::size_t limit =
        wanted > 0 ? wanted : std::min(max_bytes, device_memory / 8) / bytes_per_launch;
    check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit),
          "make room for pending launches");
    limits[device] = limit;
}

void set_heap_limit(int device, std::int64_t bytes) {
    static std::mutex mutex;
    static std::map<int, std::int64_t> limits;  // as they were asked for: CUDA may round them up
    const std::scoped_lock lock(mutex);
    std::int64_t& held = limits.try_emplace(device, current_limit()).first->second;
    if (held == bytes) return;
    const cudaError_t error =
        cudaDeviceSetLimit(cudaLimitMallocHeapSize, static_cast<std::size_t>(bytes));
    if (error == cudaErrorInvalidValue) {
        cudaGetLastError();  // told here
        throw std::runtime_error(
            fmt::format("the GPU's heap for malloc in kernels has {} bytes, and CUDA fixes its "
                        "size once kernels are loaded: use this size, or restart the program with "
                        "a heap of {} in its first run",
                        held, bytes));
    }
    check(error, "make room for malloc in kernels");
    held = bytes;
}

}  // namespace mariani::cuda
