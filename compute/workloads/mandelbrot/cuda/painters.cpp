#include "compute/workloads/mandelbrot/cuda/painters.hpp"

#include "compute/workloads/mandelbrot/workload.hpp"

namespace mariani::mandelbrot {

const cuda::Painters& cuda_painters() {
    static constexpr cuda::Painters painters{paint_ex, paint_dp, paint_ask, paint_wpr,
                                             paint_exterior};
    return painters;
}

}  // namespace mariani::mandelbrot
