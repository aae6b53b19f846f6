// What the runners of all workloads do with their device.
#pragma once

#include "compute/cuda/device_limits.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/memory.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

#include <cuda_runtime_api.h>

namespace mariani::cuda {

// As the list of devices has it.
inline std::string description_of(int device) {
    for (const DeviceEntry& entry : devices())
        if (entry.index == device) return entry.description;
    return "a GPU that CUDA does not list";
}

// What make() returns, once the estimate's GPU was found to have as much free. Throws
// std::runtime_error where it has not, or where engines cannot run on this machine.
template <typename Make>
auto within_free_memory(const MemoryEstimate& estimate, const Make& make) {
    if (const auto why = unavailable()) throw std::runtime_error(*why);
    const CurrentDevice current(estimate.gpu.value(), estimate.remedy);
    refuse_beyond_free(estimate);
    return make();
}

// Before a runner's first kernel. The device is current.
inline void prepare_for_launches(int device) {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "query its memory");
    set_pending_launch_limit(device, 0, total);
}

}  // namespace mariani::cuda
