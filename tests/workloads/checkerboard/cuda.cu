#include "compute/cuda/ask.cuh"
#include "compute/cuda/ex.cuh"
#include "compute/cuda/wpr_launches.cuh"
#include "tests/workloads/checkerboard/checkerboard.hpp"
#include "tests/workloads/checkerboard/dp.hpp"

namespace mariani::checkerboard {

const cuda::Painters& cuda_painters() {
    static constexpr cuda::Painters painters{cuda::paint_ex<Elements>, paint_dp,
                                             cuda::paint_ask<Elements>, cuda::paint_wpr<Elements>};
    return painters;
}

}  // namespace mariani::checkerboard
