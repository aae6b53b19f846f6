// What a user asks for, with nothing where the program is to choose; and the plan that this makes,
// in which knobs that the engine does not use have their defaults.
#pragma once

#include "compute/workloads/volume/plan.hpp"

#include <optional>
#include <string>

namespace mariani::volume {

struct Request : Problem {
    EngineKind engine = EngineKind::ask;
    std::optional<Backend> backend{};  // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
};

// `cuda_unavailable` says why this machine has no cuda, if it has none. Throws
// std::invalid_argument: what cannot be run, and why.
Plan resolve(const Request& request, const std::optional<std::string>& cuda_unavailable);

}  // namespace mariani::volume
