// What a frame takes of the memory that its engine computes in.
#pragma once

#include "compute/model/frame_memory.hpp"

namespace mariani {

// The processor's, or its GPU's; a deep plan on a GPU takes host_memory_of(), too.
MemoryEstimate memory_of(const FramePlan& plan);

}  // namespace mariani
