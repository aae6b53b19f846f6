#include "compute/cuda/check.hpp"
#include "compute/cuda/engines.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

namespace mariani::cuda {
namespace {

std::string version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::optional<std::string> find_out_unavailable() {
    int driver = 0, runtime = 0, devices = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
        static_cast<void>(cudaGetLastError());
        return "no NVIDIA driver is installed";
    }
    static_cast<void>(cudaRuntimeGetVersion(&runtime));
    const cudaError_t result = cudaGetDeviceCount(&devices);
    static_cast<void>(cudaGetLastError());
    if (result == cudaErrorInsufficientDriver)
        return fmt::format("the NVIDIA driver is too old: it knows CUDA {}, this build needs {}",
                           version_text(driver), version_text(runtime));
    if (result == cudaErrorNoDevice || (result == cudaSuccess && devices == 0))
        return "no NVIDIA GPU was found";
    if (result != cudaSuccess)
        return fmt::format("CUDA does not start: {} ({})", cudaGetErrorString(result),
                           cudaGetErrorName(result));
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
        static_cast<void>(cudaGetLastError());
        return "the GPU does not say what it is";
    }
    if (properties.major * 10 + properties.minor < 75)
        return fmt::format(
            "the GPU ({}) is too old: its compute capability is {}.{}, needed is 7.5",
            properties.name, properties.major, properties.minor);
    return std::nullopt;
}

}  // namespace

std::optional<std::string> unavailable() {
    static const std::optional<std::string> reason = find_out_unavailable();
    return reason;
}

// Cores per multiprocessor: CUDA C++ Programming Guide, "Arithmetic Instructions" (f32 add).
Parallelism parallelism(int index) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, index), "describe the device");
    const int capability = properties.major * 10 + properties.minor;
    return {properties.multiProcessorCount, capability <= 80 ? 64 : 128};
}

std::string device(int index) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, index), "describe the device");
    constexpr double gib = 1024.0 * 1024.0 * 1024.0;
    return fmt::format("{}, {} SMs, compute capability {}.{}, {:.0f} GiB", properties.name,
                       properties.multiProcessorCount, properties.major, properties.minor,
                       static_cast<double>(properties.totalGlobalMem) / gib);
}

}  // namespace mariani::cuda
