#include "compute/cuda/exterior.cuh"
#include "compute/workloads/mandelbrot/cuda/painters.hpp"

namespace mariani::mandelbrot {

bool paint_exterior(const cuda::ExteriorSurface& surface, const FramePlan& plan,
                    cuda::Workspace& workspace) {
    return cuda::paint_exterior<GpuElementsOfAnySet>(surface, plan, workspace);
}

}  // namespace mariani::mandelbrot
