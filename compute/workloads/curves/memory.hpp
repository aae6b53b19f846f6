// What a plan takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/curves/plan.hpp"

namespace mariani::curves {

// What a plan's runner takes of the processor's memory; of a plan on a GPU, which tells itself what
// its own cannot hold, nothing. How many vertices scan will need is told by some of the lines.
MemoryEstimate memory_of(const Plan& plan);

// What a check of it takes, which has lines and vertices as they should be and as they are, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::curves
