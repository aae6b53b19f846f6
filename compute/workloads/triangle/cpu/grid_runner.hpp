// Contacts by a uniform grid, on the processor's cores.
#pragma once

#include "compute/workloads/triangle/runner.hpp"

namespace mariani::triangle::cpu {

std::unique_ptr<Runner> make_grid_runner(const Plan& plan);

}  // namespace mariani::triangle::cpu
