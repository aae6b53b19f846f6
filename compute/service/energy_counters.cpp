#include "compute/service/energy_counters.hpp"

#include "compute/energy/energy_counter.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>

namespace mariani {

energy::CounterOrReason open_energy_counter(const FramePlan& plan) {
    if (plan.backend == Backend::cpu) return energy::open_rapl();
    const auto device = std::ranges::find(devices(), plan.device, &DeviceEntry::index);
    if (device == devices().end()) return {nullptr, "there is no such GPU"};
    return energy::open_nvml(device->pci_bus_id);
}

}  // namespace mariani
