// What a plan takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/volume/plan.hpp"

namespace mariani::volume {

// What a plan's runner takes of the processor's memory; of a plan on a GPU, which tells itself what
// its own cannot hold, nothing. How many regions there will be is told by some of each level.
MemoryEstimate memory_of(const Plan& plan);

// What a check of it beside Ex takes, which has a copy of the voxels of each, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::volume
