// What stands for the painters in a build without CUDA, in which no engine asks for them.
#include "compute/workloads/mandelbrot/workload.hpp"

#include <stdexcept>

namespace mariani::mandelbrot {

const cuda::Painters& cuda_painters() {
    throw std::logic_error("this build has no CUDA");
}

}  // namespace mariani::mandelbrot
