#include "compute/cuda/check.hpp"

#include "compute/cuda/handles.hpp"
#include "compute/engine.hpp"
#include "compute/model/memory_estimate.hpp"

#include <string>

#include <fmt/core.h>

namespace mariani::cuda {
namespace {

std::string advice(cudaError_t error) {
    switch (error) {
        case cudaErrorMemoryAllocation:
            return fmt::format("choose {}", CurrentDevice::remedy());
        case cudaErrorInsufficientDriver:
            return "update the NVIDIA driver";
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorUnsupportedPtxVersion:
            return "build mariani on this machine, for its GPU";
        case cudaErrorLaunchTimeout:
            return "the driver stopped a launch that took too long: restart mariani, and lower the "
                   "dwell limit or raise g";
        case cudaErrorDevicesUnavailable:
            return "another program holds the GPU exclusively";
        default:
            return "restart mariani; if it happens again, choose the backend cpu and report it";
    }
}

}  // namespace

void check(cudaError_t result, std::string_view operation, std::source_location where) {
    if (result == cudaSuccess) return;
    static_cast<void>(cudaGetLastError());
    const auto message =
        fmt::format("CUDA could not {}: {} ({}); {} [{}:{}]", operation, cudaGetErrorString(result),
                    cudaGetErrorName(result), advice(result), where.file_name(), where.line());
    if (result == cudaErrorMemoryAllocation) throw MemoryShortage(message);
    throw BackendFailure(message);
}

}  // namespace mariani::cuda
