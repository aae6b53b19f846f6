// What a user asks for, with nothing where the program is to choose; and the plans that this makes,
// in which knobs that an engine does not use have their defaults.
#pragma once

#include "compute/workloads/curves/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::curves {

struct Request : Problem {
    std::vector<EngineKind> engines;   // none: scan
    std::optional<std::int64_t> side;  // 1000: of the unit square, in pixels of the tolerance
    std::vector<PlacedPoint> placed;
    std::optional<Backend> backend;  // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
};

// A plan for each engine, in their order; `cuda_unavailable` says why this machine has no cuda, if
// it has none. Throws std::invalid_argument: what cannot be run, and why.
std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable);

}  // namespace mariani::curves
