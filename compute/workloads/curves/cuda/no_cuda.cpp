// What stands for the workload's kernels in a build without CUDA.
#include "compute/cuda/engines.hpp"
#include "compute/workloads/curves/litmus.hpp"
#include "compute/workloads/curves/runner.hpp"

#include <stdexcept>

namespace mariani::curves::cuda {

std::unique_ptr<Runner> make_runner(const Plan&) {
    throw std::runtime_error(*mariani::cuda::unavailable());
}

std::optional<LitmusCounts> run_litmus(const LitmusCase&, int, const std::stop_token&) {
    throw std::runtime_error(*mariani::cuda::unavailable());
}

}  // namespace mariani::curves::cuda
