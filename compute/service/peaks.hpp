// What a backend can do at most, measured: the floors that frames are held against.
#pragma once

#include "compute/model/frame_plan.hpp"

#include <cstdint>

namespace mariani {

// Fused multiply-adds per second of all that computes a plan: a step of the iteration takes
// three. Takes some 20 ms; throws as engines do.
double measure_fma_peak(const FramePlan& plan);

// How long setting so many bytes of its memory takes, in ms: the least of several times.
double measure_memset_ms(const FramePlan& plan, std::int64_t bytes);

}  // namespace mariani
