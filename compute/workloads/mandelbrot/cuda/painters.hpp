// How each engine paints the Mandelbrot set on a GPU; a file each, as kernels take long to compile.
#pragma once

#include "compute/cuda/painter.hpp"
#include "compute/workloads/mandelbrot/elements.hpp"

namespace mariani::mandelbrot {

template <typename T>
using GpuElements = DwellElements<T, ExactReturn, MandelbrotPlane>;
// For any view.
template <typename T>
using GpuElementsOfAnySet = DwellElements<T, ExactReturn, PixelPlane>;
// Likewise, in a recorded run.
template <typename T>
using RecordedElements = cuda::Recorded<GpuElementsOfAnySet<T>>;

cuda::PaintResult paint_ex(const cuda::FrameJob& frame, const cuda::Surface& surface,
                           const FramePlan& plan, cuda::Workspace& workspace);
cuda::PaintResult paint_dp(const cuda::FrameJob& frame, const cuda::Surface& surface,
                           const FramePlan& plan, cuda::Workspace& workspace);
cuda::PaintResult paint_ask(const cuda::FrameJob& frame, const cuda::Surface& surface,
                            const FramePlan& plan, cuda::Workspace& workspace);
cuda::PaintResult paint_wpr(const cuda::FrameJob& frame, const cuda::Surface& surface,
                            const FramePlan& plan, cuda::Workspace& workspace);
bool paint_exterior(const cuda::ExteriorSurface& surface, const FramePlan& plan,
                    cuda::Workspace& workspace);

}  // namespace mariani::mandelbrot
