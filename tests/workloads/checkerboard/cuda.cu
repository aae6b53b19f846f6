#include "compute/cuda/ask.cuh"
#include "compute/cuda/ex.cuh"
#include "compute/cuda/wpr_launches.cuh"
#include "tests/workloads/checkerboard/checkerboard.hpp"
#include "tests/workloads/checkerboard/dp.hpp"

namespace mariani::checkerboard {

const cuda::Painters& cuda_painters() {
    using namespace cuda;
    static constexpr Painters painters{
        [](const FrameJob& frame, const Surface& surface, const FramePlan& plan,
           Workspace& workspace) {
            return paint_in_precision<Elements>(
                frame, surface, plan, workspace,
                [](const auto& job, auto&... with) { return cuda::paint_ex(job, with...); });
        },
        paint_dp,
        [](const FrameJob& frame, const Surface& surface, const FramePlan& plan,
           Workspace& workspace) {
            return paint_in_precision<Elements>(
                frame, surface, plan, workspace,
                [](const auto& job, auto&... with) { return cuda::paint_ask(job, with...); });
        },
        [](const FrameJob& frame, const Surface& surface, const FramePlan& plan,
           Workspace& workspace) {
            return paint_in_precision<Elements>(
                frame, surface, plan, workspace,
                [](const auto& job, auto&... with) { return cuda::paint_wpr(job, with...); });
        }};
    return painters;
}

}  // namespace mariani::checkerboard
