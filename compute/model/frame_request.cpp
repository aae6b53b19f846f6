#include "compute/model/frame_request.hpp"

namespace mariani {

FrameRequest request_for(const FramePlan& plan) {
    return {.view = plan.view,
            .image = plan.image,
            .part = plan.part,
            .dwell_limit = plan.dwell_limit,
            .precision = plan.precision,
            .engine = plan.engine,
            .scheme = plan.scheme,
            .backend = plan.backend,
            .g = plan.subdivision.g,
            .r = plan.subdivision.r,
            .B = plan.subdivision.B,
            .fill = plan.fill,
            .shortcuts = plan.shortcuts,
            .smooth = plan.smooth,
            .keep_regions = plan.keep_regions,
            .count_work = plan.count_work,
            .block = plan.block,
            .device = plan.backend == Backend::cuda ? std::optional(plan.device) : std::nullopt,
            .threads = plan.threads};
}

}  // namespace mariani
