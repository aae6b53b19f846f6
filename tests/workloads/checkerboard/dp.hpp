// DP by itself, as only that is relocatable device code.
#pragma once

#include "compute/cuda/painter.hpp"

namespace mariani::checkerboard {

cuda::PaintResult paint_dp(const cuda::FrameJob& frame, const cuda::Surface& surface,
                           const FramePlan& plan, cuda::Workspace& workspace);

}  // namespace mariani::checkerboard
