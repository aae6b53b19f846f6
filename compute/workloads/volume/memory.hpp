// What a plan takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/volume/plan.hpp"

namespace mariani::volume {

inline constexpr std::string_view memory_remedy = "a smaller n";

// What a plan's runner takes of the processor's memory, or of its GPU's. How many regions there
// will be is told by some of each level.
MemoryEstimate memory_of(const Plan& plan);

// What a check beside Ex takes of the processor's, which has a copy of the voxels of each, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::volume
