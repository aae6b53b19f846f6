#include "compute/cuda/dp.cuh"
#include "tests/workloads/checkerboard/checkerboard.hpp"
#include "tests/workloads/checkerboard/dp.hpp"

namespace mariani::checkerboard {

cuda::PaintResult paint_dp(const cuda::FrameJob& frame, const cuda::Surface& surface,
                           const FramePlan& plan, cuda::Workspace& workspace) {
    return cuda::paint_in_precision<Elements>(
        frame, surface, plan, workspace,
        [](const auto& job, auto&... with) { return cuda::paint_dp(job, with...); });
}

}  // namespace mariani::checkerboard
