#include "compute/cuda/ask.cuh"
#include "compute/workloads/mandelbrot/cuda/painters.hpp"

namespace mariani::mandelbrot {

cuda::PaintResult paint_ask(const cuda::FrameJob& frame, const cuda::Surface& surface,
                            const FramePlan& plan, cuda::Workspace& workspace) {
    if (plan.record_times)
        return cuda::paint_ask<RecordedElements>(frame, surface, plan, workspace);
    return plan.view.julia ? cuda::paint_ask<GpuElementsOfAnySet>(frame, surface, plan, workspace)
                           : cuda::paint_ask<GpuElements>(frame, surface, plan, workspace);
}

}  // namespace mariani::mandelbrot
