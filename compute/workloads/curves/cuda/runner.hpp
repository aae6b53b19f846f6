// The workload on a GPU. No CUDA type is named here: a build without nvcc has this header too.
#pragma once

#include "compute/workloads/curves/runner.hpp"

namespace mariani::curves::cuda {

std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::curves::cuda
