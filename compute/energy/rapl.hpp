// The processor's energy: Running Average Power Limit, as Linux shows it in files (the kernel's
// Documentation/power/powercap/powercap.rst).
#pragma once

#include "compute/energy/energy_counter.hpp"

#include <filesystem>

namespace mariani::energy {

// The sum over all packages, cores and caches and what else is in them. Their memory is not.
CounterOrReason open_rapl(const std::filesystem::path& folder = "/sys/class/powercap");

}  // namespace mariani::energy
