#include "compute/service/engine_dispatcher.hpp"

#include "compute/cuda/memory.hpp"
#include "compute/service/frame_memory.hpp"
#include "compute/service/memory.hpp"

#include <utility>

namespace mariani {

std::optional<Frame> EngineDispatcher::compute_resolved(const FrameRequest& request,
                                                        const std::stop_token& stop,
                                                        FrameProgress& progress) {
    auto [plan, reasons] = resolve(request, service_->hardware(), automatic_);
    Engine& engine = service_->engine_for(plan, priority_);
    refuse_beyond_free(host_memory_of(plan));
    if (plan.backend == Backend::cuda)
        cuda::refuse_beyond_free(memory_of(plan), engine.kept_memory());
    auto frame = engine.compute(plan, stop, progress);
    if (!frame) return std::nullopt;
    if (is_deep(plan.precision))
        frame->stats.device = device_name(plan.backend, plan.device, plan.threads);
    else
        automatic_.learn(plan, frame->stats);
    frame->stats.engine_reason = std::move(reasons.engine);
    frame->stats.precision_reason = std::move(reasons.precision);
    frame->stats.scheme_reason = std::move(reasons.scheme);
    frame->stats.backend_failure = std::move(reasons.backend_failure);
    return frame;
}

FramePlan EngineDispatcher::plan_of(const FrameRequest& request) const {
    return resolve(request, service_->hardware(), automatic_).plan;
}

void EngineDispatcher::free_export_engines() {
    service_->turns().run(JobPriority::exporting, {}, [&](const std::stop_token&) {
        service_->free_export_engines();
        return std::optional(true);
    });
}

bool EngineDispatcher::fall_back(const FrameRequest& request, const BackendFailure& failure) {
    const Hardware hardware = service_->hardware();
    const bool replaced = request.backend != Backend::cuda || hardware.always_fall_back;
    service_->give_up(request.device.value_or(hardware.device), failure.what(), replaced);
    return replaced;
}

}  // namespace mariani
