// A GPU's energy, from the NVIDIA Management Library, which comes with the driver and is loaded on
// first use.
#pragma once

#include "compute/energy/energy_counter.hpp"

#include <string>

namespace mariani::energy {

// The GPU with this PCI bus ID, as from cudaDeviceGetPCIBusId. Supported from Volta on.
CounterOrReason open_nvml(const std::string& pci_bus_id,
                          const std::string& library = "libnvidia-ml.so.1");

}  // namespace mariani::energy
