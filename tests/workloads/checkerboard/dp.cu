#include "compute/cuda/dp.cuh"
#include "tests/workloads/checkerboard/checkerboard.hpp"
#include "tests/workloads/checkerboard/dp.hpp"

namespace mariani::checkerboard {

cuda::PaintResult paint_dp(const cuda::FrameJob& frame, const cuda::Surface& surface,
                           const FramePlan& plan, cuda::Workspace& workspace) {
    return cuda::paint_dp<Elements>(frame, surface, plan, workspace);
}

}  // namespace mariani::checkerboard
