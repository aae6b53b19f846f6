// What an engine takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <cstddef>

namespace mariani::gasket {

// What an engine on the processor takes that accepts the problem.
MemoryEstimate memory_of(EngineKind kind, const Problem& problem, const Method& method);

// What a check takes beside its engines: the first state, and at so many steps those of the
// reference and of another engine.
MemoryEstimate memory_of_check(const Problem& problem, std::size_t steps);

}  // namespace mariani::gasket
