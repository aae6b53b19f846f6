// What stands for the workload's kernels in a build without them.
#include "compute/workloads/volume/cuda/runner.hpp"

#include <stdexcept>

namespace mariani::volume::cuda {

std::unique_ptr<Runner> make_runner(const Plan&) {
    throw std::runtime_error(
        "the workload volume has no kernels in this build: take the backend cpu");
}

}  // namespace mariani::volume::cuda
