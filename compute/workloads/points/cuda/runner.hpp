// The workload on a GPU. No CUDA type is named here: a build without nvcc has this header too.
#pragma once

#include "compute/workloads/points/runner.hpp"

namespace mariani::points::cuda {

std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::points::cuda
