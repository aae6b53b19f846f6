// A GPU's energy: the NVIDIA Management Library, which comes with the driver and is loaded when
// asked for.
#pragma once

#include "compute/energy/energy_counter.hpp"

#include <string>

namespace mariani::energy {

// The GPU at this place of the PCI bus, as cudaDeviceGetPCIBusId has it. Volta and newer count.
CounterOrReason open_nvml(const std::string& pci_bus_id,
                          const std::string& library = "libnvidia-ml.so.1");

}  // namespace mariani::energy
