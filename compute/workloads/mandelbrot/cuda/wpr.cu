#include "compute/cuda/wpr_launches.cuh"
#include "compute/workloads/mandelbrot/cuda/painters.hpp"

namespace mariani::mandelbrot {

cuda::PaintResult paint_wpr(const cuda::FrameJob& frame, const cuda::Surface& surface,
                            const FramePlan& plan, cuda::Workspace& workspace) {
    return plan.view.julia ? cuda::paint_wpr<GpuElementsOfAnySet>(frame, surface, plan, workspace)
                           : cuda::paint_wpr<GpuElements>(frame, surface, plan, workspace);
}

}  // namespace mariani::mandelbrot
