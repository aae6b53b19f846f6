// What a user asks for, with nothing where the program is to choose; and the plans that this makes,
// in which knobs that an engine does not use have their defaults.
#pragma once

#include "compute/workloads/points/plan.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::points {

struct Request : Problem {
    std::vector<EngineKind> engines;         // none: linear
    std::optional<Point> place;              // the middle; only of the distribution mouse
    std::shared_ptr<const Picture> picture;  // only of the distribution picture
    std::optional<Backend> backend;          // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
    bool operator==(const Request&) const = default;
};

// A plan for each engine, in their order; `cuda_unavailable` says why this machine has no cuda, if
// it has none. Throws std::invalid_argument: what cannot be run, and why.
std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable);

}  // namespace mariani::points
