// What a user asks for, with nothing where the program is to choose; and the plans that this makes.
#pragma once

#include "compute/workloads/triangle/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::triangle {

struct Request {
    std::vector<MapKind> maps;  // none: all that are exact
    Task test = Task::edm;
    int side = default_side;
    std::optional<int> block;       // 16; collision 128
    std::optional<int> features;    // 4; collision 3
    std::optional<bool> diagonal;   // on; collision off
    std::optional<double> epsilon;  // the printed one
    std::optional<int> rec_base;    // that with the fewest blocks
    std::optional<int> cells;       // suited_cells()
    std::optional<Layout> layout;   // packed; collision tiles
    std::uint64_t seed = 1;
    double time = 0;                 // in s
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
