// What an engine takes of memory, told before anything is allocated.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <cstddef>

namespace mariani::gasket {

inline constexpr std::string_view memory_remedy = "a smaller level r, or the engine table or bits";

// What an engine that accepts the problem takes of the processor's memory, or of its GPU's.
MemoryEstimate memory_of(EngineKind kind, Backend backend, const Problem& problem,
                         const Method& method);

// What a check takes of the processor's beside its engines: the first state, and at so many steps
// those of the reference and of another engine.
MemoryEstimate memory_of_check(const Problem& problem, std::size_t steps);

}  // namespace mariani::gasket
