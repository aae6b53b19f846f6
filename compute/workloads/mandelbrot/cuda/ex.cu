#include "compute/cuda/ex.cuh"
#include "compute/workloads/mandelbrot/cuda/painters.hpp"

namespace mariani::mandelbrot {

cuda::PaintResult paint_ex(const cuda::FrameJob& frame, const cuda::Surface& surface,
                           const FramePlan& plan, cuda::Workspace& workspace) {
    if (plan.record_times) return cuda::paint_ex<RecordedElements>(frame, surface, plan, workspace);
    return plan.view.julia ? cuda::paint_ex<GpuElementsOfAnySet>(frame, surface, plan, workspace)
                           : cuda::paint_ex<GpuElements>(frame, surface, plan, workspace);
}

}  // namespace mariani::mandelbrot
