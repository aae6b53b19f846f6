// What a plan takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/triangle/plan.hpp"

namespace mariani::triangle {

// What a plan's runner takes of the processor's memory; of a plan on a GPU, which tells itself what
// its own cannot hold, nothing.
MemoryEstimate memory_of(const Plan& plan);

// What a check of it takes, which has the values that are right and those that were found, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::triangle
