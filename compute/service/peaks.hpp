// A backend's measured peak rates: the bounds that frames are compared with.
#pragma once

#include "compute/model/frame_plan.hpp"

#include <cstdint>

namespace mariani {

// Fused multiply-adds per second of everything that computes a plan; a step of the iteration takes
// three. Takes about 20 ms; throws what engines throw.
double measure_fma_peak(const FramePlan& plan);

// Time in ms to set this many bytes of the backend's memory: the best of several attempts.
double measure_memset_ms(const FramePlan& plan, std::int64_t bytes);

}  // namespace mariani
