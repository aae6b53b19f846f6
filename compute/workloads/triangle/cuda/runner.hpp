// The workload on a GPU. No CUDA type is named here: a build without nvcc has this header too.
#pragma once

#include "compute/workloads/triangle/runner.hpp"

namespace mariani::triangle::cuda {

std::unique_ptr<MapRunner> make_map_runner(const Plan& plan);
std::unique_ptr<Runner> make_grid_runner(const Plan& plan);

}  // namespace mariani::triangle::cuda
