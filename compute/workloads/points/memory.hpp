// What a plan takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/points/plan.hpp"

namespace mariani::points {

// How many nodes the plan's tree will have, by some of its points: where few of these lie in a
// cell, the others are taken to be spread evenly over it.
std::int64_t expected_node_count(const Plan& plan);

// What a plan's runner takes of the processor's memory, once its tree was looked at; of a plan on a
// GPU, which tells itself what its own cannot hold, nothing.
MemoryEstimate memory_of(const Plan& plan);

// What a check of it takes, which has points and nodes as they should be and as they are, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::points
