// How much memory of the machine is free, the refusal of what takes more, and what a frame takes of
// it.
#pragma once

#include "compute/cpu/memory.hpp"
#include "compute/model/frame_memory.hpp"

namespace mariani {

using cpu::free_memory;
using cpu::refuse_beyond_free;

// The processor's, or its GPU's; a deep plan on a GPU takes host_memory_of(), too.
MemoryEstimate memory_of(const FramePlan& plan);

}  // namespace mariani
