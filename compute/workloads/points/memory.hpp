// What a plan takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/points/plan.hpp"

namespace mariani::points {

inline constexpr std::string_view memory_remedy = "fewer points";

// How many nodes the plan's tree will have, by some of its points: where few of these lie in a
// cell, the others are taken to be spread evenly over it.
std::int64_t expected_node_count(const Plan& plan);

// What a plan's runner takes of the processor's memory, once its tree was looked at, or of its
// GPU's, which has room for all nodes that there can be.
MemoryEstimate memory_of(const Plan& plan);

// What a check takes of the processor's, which has points and nodes as they should be and as they
// are, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::points
