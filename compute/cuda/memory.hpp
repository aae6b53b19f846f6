// A GPU's memory: how much is free, the refusal of what takes more, and what a frame takes, told
// before anything is allocated. In builds without CUDA, too.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/model/memory_estimate.hpp"

#include <cstdint>

namespace mariani::cuda {

// Bytes of the device that are free. Throws std::runtime_error where it does not tell.
std::int64_t free_memory(int device);

// Bytes that the process has allocated on all devices, and the most of them at a time since the
// last call. What CUDA takes for contexts, kernels and their launches is not counted.
std::int64_t held_memory();
std::int64_t take_peak_memory();

// Throws MemoryShortage where less is free of the estimate's GPU. `kept`: bytes that are held and
// are there for it.
void refuse_beyond_free(const MemoryEstimate& estimate, std::int64_t kept = 0);

// What a frame takes, whose plan is not deep. Lists of regions yield where an engine can do with
// less: that costs time, no pixel. Where a screen waits for WPR, tiles of a great dwell limit are
// smaller, and its lists longer.
MemoryEstimate memory_of(const FramePlan& plan);

}  // namespace mariani::cuda
