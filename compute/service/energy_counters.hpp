// Which counter measures a backend's energy.
#pragma once

#include "compute/energy/energy_counter.hpp"
#include "compute/model/frame_plan.hpp"

namespace mariani {

// For the GPU or the processor that computes the plan.
energy::CounterOrReason open_energy_counter(const FramePlan& plan);

}  // namespace mariani
