// A counter of the energy consumed by a part of the machine: a GPU, or the processor.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace mariani::energy {

class Counter {
  public:
    virtual ~Counter() = default;

    // Joules since an arbitrary moment; never decreases. Updated in steps up to a tenth of a second
    // apart. Read it at least once a minute: an overflow is recognised from the reading before. One
    // thread at a time. Throws std::runtime_error with the reason if it cannot be read.
    virtual double joules() = 0;

    virtual std::string name() const = 0;  // "NVML"
};

// A counter, or the reason why there is none here, in words a user can act on.
struct CounterOrReason {
    std::unique_ptr<Counter> counter;
    std::string reason;
};

// The counter of the GPU with this PCI bus ID, as from cudaDeviceGetPCIBusId: from the NVIDIA
// Management Library, which comes with the driver and is loaded on first use. From Volta on.
CounterOrReason open_nvml(const std::string& pci_bus_id,
                          const std::string& library = "libnvidia-ml.so.1");

// The processor's counter: Running Average Power Limit, from Linux's sysfs (the kernel's
// Documentation/power/powercap/powercap.rst). The sum over all packages: cores, caches and
// everything else in them, but not the DRAM.
CounterOrReason open_rapl(const std::filesystem::path& folder = "/sys/class/powercap");

}  // namespace mariani::energy
