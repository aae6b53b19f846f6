// What stands for the workload's kernels in a build without CUDA.
#include "compute/cuda/engines.hpp"
#include "compute/workloads/triangle/runner.hpp"

#include <stdexcept>

namespace mariani::triangle::cuda {

std::unique_ptr<MapRunner> make_map_runner(const Plan&) {
    throw std::runtime_error(*mariani::cuda::unavailable());
}

std::unique_ptr<Runner> make_grid_runner(const Plan&) {
    throw std::runtime_error(*mariani::cuda::unavailable());
}

}  // namespace mariani::triangle::cuda
