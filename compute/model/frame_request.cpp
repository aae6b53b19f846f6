#include "compute/model/frame_request.hpp"

namespace mariani {

FrameRequest request_for(const FramePlan& plan) {
    FrameRequest request{plan, {}};
    request.resume = false;  // what is made from a frame may be measured
    request.dwell_limit = plan.dwell_limit;
    request.fill = plan.fill;
    request.shortcuts = plan.shortcuts;
    request.quality = plan.quality;
    request.precision = plan.precision;
    request.engine = plan.engine;
    request.scheme = plan.scheme;
    request.backend = plan.backend;
    set_subdivision(request, plan.subdivision);
    request.block = plan.block;
    if (plan.backend == Backend::cuda) request.device = plan.device;
    request.threads = plan.threads;
    return request;
}

}  // namespace mariani
