#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <cuda_runtime_api.h>
#include <fmt/core.h>

namespace mariani::cuda {
namespace {

std::string version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

// Why CUDA itself does not work.
std::optional<std::string> detect_unusable() {
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
    return std::nullopt;
}

// By the machine's owner: nvidia-smi --compute-mode.
bool forbidden(int index) {
    int mode = 0;
    check(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, index), "describe the device");
    return mode == cudaComputeModeProhibited;
}

DeviceEntry entry_of(int index) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
        static_cast<void>(cudaGetLastError());
        return {index, "unknown", "unknown", "the GPU's properties cannot be read"};
    }
    constexpr double gib = 1024.0 * 1024.0 * 1024.0;
    DeviceEntry entry{
        index, properties.name,
        fmt::format("{}, {} SMs, compute capability {}.{}, {:.0f} GiB", properties.name,
                    properties.multiProcessorCount, properties.major, properties.minor,
                    static_cast<double>(properties.totalGlobalMem) / gib),
        std::nullopt};
    std::array<char, 32> place{};
    check(cudaDeviceGetPCIBusId(place.data(), static_cast<int>(place.size()), index),
          "find the device on the PCI bus");
    entry.pci_bus_id = place.data();
    if (properties.major * 10 + properties.minor < 75)
        entry.unavailable =
            fmt::format("the GPU ({}) is too old: its compute capability is {}.{}, needed is 7.5",
                        properties.name, properties.major, properties.minor);
    else if (forbidden(index))
        entry.unavailable =
            fmt::format("the GPU ({}) is in prohibited compute mode", properties.name);
    return entry;
}

std::vector<DeviceEntry> find_devices() {
    int count = 0;
    if (detect_unusable() || cudaGetDeviceCount(&count) != cudaSuccess) return {};
    std::vector<DeviceEntry> entries;
    for (int index = 0; index < count; ++index) entries.push_back(entry_of(index));
    return entries;
}

std::optional<std::string> detect_unavailable() {
    if (auto why = detect_unusable()) return why;
    // Not listed: CUDA failed then, and works now.
    if (devices().empty()) return "CUDA listed no GPU when mariani started: restart mariani";
    const auto usable = [](const DeviceEntry& entry) { return !entry.unavailable; };
    if (std::ranges::any_of(devices(), usable)) return std::nullopt;
    return devices().front().unavailable;
}

}  // namespace

std::optional<std::string> unavailable() {
    static const std::optional<std::string> reason = detect_unavailable();
    return reason;
}

std::span<const DeviceEntry> devices() {
    static const std::vector<DeviceEntry> entries = find_devices();
    return entries;
}

// Cores per multiprocessor: CUDA C++ Programming Guide, "Arithmetic Instructions" (f32 add).
Parallelism parallelism(int index) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, index), "describe the device");
    const int capability = properties.major * 10 + properties.minor;
    return {properties.multiProcessorCount, capability <= 80 ? 64 : 128};
}

}  // namespace mariani::cuda
