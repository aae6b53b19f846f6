// What a user asks for, with nothing where the program is to choose; and the plans that this makes.
#pragma once

#include "compute/workloads/triangle/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mariani::triangle {

struct Request : Problem {
    std::vector<MapKind> maps;       // none: all that are exact
    bool grid = false;               // besides the maps: collision by a uniform grid
    std::optional<Backend> backend;  // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
};

// A plan for each map, in their order, and then for the grid; `cuda_unavailable` says why this
// machine has no cuda, if it has none. Throws std::invalid_argument: what cannot be run, and why.
std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable);

}  // namespace mariani::triangle
