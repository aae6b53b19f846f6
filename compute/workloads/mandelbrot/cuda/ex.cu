#include "compute/cuda/ex.cuh"
#include "compute/workloads/mandelbrot/cuda/painters.hpp"

namespace mariani::mandelbrot {

cuda::PaintResult paint_ex(const cuda::FrameJob& frame, const cuda::Surface& surface,
                           const FramePlan& plan, cuda::Workspace& workspace) {
    return cuda::paint_in_precision<GpuElements>(
        frame, surface, plan, workspace,
        [](const auto& job, auto&... with) { return cuda::paint_ex(job, with...); });
}

}  // namespace mariani::mandelbrot
