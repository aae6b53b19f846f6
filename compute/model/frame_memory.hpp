// What a frame takes of the processor's memory, told before anything is allocated.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/model/memory_estimate.hpp"

namespace mariani {

// What a plan for the processor takes; nothing for a GPU, which tells itself what its own memory
// cannot hold. How long the reference orbit of a deep frame will be, nobody knows before: it is not
// among the parts.
MemoryEstimate memory_of(const FramePlan& plan);

}  // namespace mariani
