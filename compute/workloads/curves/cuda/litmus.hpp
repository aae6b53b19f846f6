// The litmus tests on a GPU. No CUDA type is named here: a build without nvcc has this header too.
#pragma once

#include "compute/workloads/curves/litmus.hpp"

namespace mariani::curves::cuda {

std::optional<LitmusCounts> run_litmus(const LitmusCase& litmus, int device,
                                       const std::stop_token& stop);

}  // namespace mariani::curves::cuda
