// What a plan takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/curves/plan.hpp"

namespace mariani::curves {

inline constexpr std::string_view memory_remedy = "fewer lines or a smaller cap";

// What a plan's runner takes of the processor's memory, or of its GPU's. How many vertices scan
// will need is told by some of the lines.
MemoryEstimate memory_of(const Plan& plan);

// What a check takes of the processor's, which has lines and vertices as they should be and as they
// are, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::curves
