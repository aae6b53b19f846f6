// What a plan takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/triangle/plan.hpp"

namespace mariani::triangle {

inline constexpr std::string_view memory_remedy = "a smaller n";

// What a plan's runner takes of the processor's memory, or of its GPU's.
MemoryEstimate memory_of(const Plan& plan);

// What a check takes of the processor's, which has the values that are right and those that were
// found, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::triangle
