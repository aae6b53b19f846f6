// What a frame takes of a GPU's memory, told before anything is allocated. In builds without CUDA,
// too.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/model/memory_estimate.hpp"

namespace mariani::cuda {

// The plan is not deep. Lists of regions yield where an engine can do with less: that costs time,
// no pixel. Where a screen waits for WPR, tiles of a great dwell limit are smaller, and its lists
// longer.
MemoryEstimate memory_of(const FramePlan& plan);

}  // namespace mariani::cuda
