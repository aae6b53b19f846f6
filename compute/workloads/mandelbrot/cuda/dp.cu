#include "compute/cuda/dp.cuh"
#include "compute/workloads/mandelbrot/cuda/painters.hpp"

namespace mariani::mandelbrot {

cuda::PaintResult paint_dp(const cuda::FrameJob& frame, const cuda::Surface& surface,
                           const FramePlan& plan, cuda::Workspace& workspace) {
    if (plan.record_times) return cuda::paint_dp<RecordedElements>(frame, surface, plan, workspace);
    return plan.view.julia ? cuda::paint_dp<GpuElementsOfAnySet>(frame, surface, plan, workspace)
                           : cuda::paint_dp<GpuElements>(frame, surface, plan, workspace);
}

}  // namespace mariani::mandelbrot
