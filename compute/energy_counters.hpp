// Which counter tells a backend's energy.
#pragma once

#include "compute/energy/energy_counter.hpp"
#include "compute/model/frame_request.hpp"

namespace mariani {

// Of the GPU or the processor that computes the request, in which nothing is `automatic`.
energy::CounterOrReason open_energy_counter(const FrameRequest& request);

}  // namespace mariani
