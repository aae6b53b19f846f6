#include "tests/workloads/checkerboard/checkerboard.hpp"

#include <stdexcept>

namespace mariani::checkerboard {

const cuda::Painters& cuda_painters() {
    throw std::logic_error("this build has no CUDA");
}

}  // namespace mariani::checkerboard
