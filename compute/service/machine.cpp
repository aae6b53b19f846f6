#include "compute/service/machine.hpp"

#include "compute/cpu/engines.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/memory.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/memory.hpp"

#include <algorithm>
#include <future>
#include <vector>

namespace mariani {
namespace {

// All at once, because threads may share a core.
double fma_peak_of_threads(int threads, Precision precision) {
    std::vector<std::future<double>> peaks;
    for (int i = 0; i < threads; ++i)
        peaks.push_back(std::async(std::launch::async, cpu::measure_fma_peak, precision));
    double sum = 0;
    for (auto& peak : peaks) sum += peak.get();
    return sum;
}

}  // namespace

MemoryEstimate memory_of(const FramePlan& plan) {
    if (plan.backend == Backend::cpu) return host_memory_of(plan);
    return is_deep(plan.precision) ? deep::cuda::memory_of(plan) : cuda::memory_of(plan);
}

double measure_fma_peak(const FramePlan& plan) {
    if (plan.backend == Backend::cuda) return cuda::measure_fma_peak(plan.device, plan.precision);
    return fma_peak_of_threads(plan.threads, plan.precision);
}

double measure_memset_ms(const FramePlan& plan, std::int64_t bytes) {
    // Larger sizes take proportionally longer.
    constexpr std::int64_t max_bytes = std::int64_t{1} << 30;
    const std::int64_t measured = std::min(bytes, max_bytes);
    const double ms = plan.backend == Backend::cuda
                          ? cuda::measure_memset_ms(plan.device, measured)
                          : cpu::measure_memset_ms(measured, plan.threads);
    return ms * static_cast<double>(bytes) / static_cast<double>(measured);
}

energy::CounterOrReason open_energy_counter(const FramePlan& plan) {
    if (plan.backend == Backend::cpu) return energy::open_rapl();
    const auto device = std::ranges::find(devices(), plan.device, &DeviceEntry::index);
    if (device == devices().end()) return {nullptr, "there is no such GPU"};
    return energy::open_nvml(device->pci_bus_id);
}

}  // namespace mariani
