// The processor's energy: Running Average Power Limit, from Linux's sysfs (the kernel's
// Documentation/power/powercap/powercap.rst).
#pragma once

#include "compute/energy/energy_counter.hpp"

#include <filesystem>

namespace mariani::energy {

// The sum over all packages: cores, caches and everything else in them, but not the DRAM.
CounterOrReason open_rapl(const std::filesystem::path& folder = "/sys/class/powercap");

}  // namespace mariani::energy
