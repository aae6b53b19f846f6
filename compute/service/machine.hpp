// What the machine has: free memory, the refusal of what takes more, and what a frame takes of it;
// the peak rates of its backends, the bounds that frames are compared with; counters of energy.
#pragma once

#include "compute/cpu/memory.hpp"
#include "compute/energy/energy_counter.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/memory_estimate.hpp"

#include <cstdint>

namespace mariani {

using cpu::free_memory;
using cpu::refuse_beyond_free;

// The processor's, or its GPU's; a deep plan on a GPU takes host_memory_of(), too.
MemoryEstimate memory_of(const FramePlan& plan);

// Fused multiply-adds per second of everything that computes a plan; a step of the iteration takes
// three. Takes about 20 ms; throws what engines throw.
double measure_fma_peak(const FramePlan& plan);

// Time in ms to set this many bytes of the backend's memory: the best of several attempts.
double measure_memset_ms(const FramePlan& plan, std::int64_t bytes);

// Measures the energy of the GPU or the processor that computes the plan.
energy::CounterOrReason open_energy_counter(const FramePlan& plan);

}  // namespace mariani
