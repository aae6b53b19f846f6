// What stands for the workload's kernels in a build without CUDA.
#include "compute/cuda/engines.hpp"
#include "compute/workloads/volume/runner.hpp"

#include <stdexcept>

namespace mariani::volume::cuda {

std::unique_ptr<Runner> make_runner(const Plan&) {
    throw std::runtime_error(*mariani::cuda::unavailable());
}

}  // namespace mariani::volume::cuda
