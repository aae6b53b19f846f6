#include "compute/engine_dispatcher.hpp"

#include <stdexcept>
#include <utility>

namespace mariani {

Hardware hardware_for(const DispatcherOptions& options) {
    Hardware hardware = this_hardware();
    if (options.screen_device) hardware.device = *options.screen_device;
    hardware.always_fall_back = options.always_fall_back;
    const EngineEntry* entry = options.find_engine(EngineKind::ex, Backend::cuda);
    hardware.cuda_unavailable =
        entry ? entry->unavailable : std::optional<std::string>("this build has no CUDA engine");
    return hardware;
}

EngineDispatcher::EngineDispatcher(DispatcherOptions options)
    : options_(std::move(options)), hardware_(hardware_for(options_)) {}

std::optional<Frame> EngineDispatcher::compute(const FrameRequest& request,
                                               const std::stop_token& stop,
                                               FrameProgress& progress) {
    try {
        return compute_resolved(resolve(request, hardware_, automatic_), stop, progress);
    } catch (const BackendFailure& failure) {
        if (!fall_back(request, failure)) throw;
    }
    return compute_resolved(resolve(request, hardware_, automatic_), stop, progress);
}

std::optional<Frame> EngineDispatcher::compute_resolved(Resolution resolution,
                                                        const std::stop_token& stop,
                                                        FrameProgress& progress) {
    const FramePlan& plan = resolution.plan;
    auto frame = engine_for(plan).compute(plan, stop, progress);
    if (!frame) return std::nullopt;
    automatic_.learn(plan, frame->stats);
    frame->stats.engine_reason = std::move(resolution.reasons.engine);
    frame->stats.scheme_reason = std::move(resolution.reasons.scheme);
    frame->stats.backend_failure = std::move(resolution.reasons.backend_failure);
    return frame;
}

bool EngineDispatcher::fall_back(const FrameRequest& request, const BackendFailure& failure) {
    const int device = request.device.value_or(hardware_.device);
    const bool first = hardware_.failed_devices.emplace(device, failure.what()).second;
    if (request.backend == Backend::cuda && !hardware_.always_fall_back) return false;
    if (first) options_.report(failure.what());
    return true;
}

Engine& EngineDispatcher::engine_for(const FramePlan& plan) {
    auto& engine = engines_[{plan.engine, plan.backend, plan.device}];
    if (engine) return *engine;
    const EngineEntry* entry = options_.find_engine(plan.engine, plan.backend);
    if (!entry)
        throw std::runtime_error("there is no engine " + std::string(name_of(plan.engine)) +
                                 " for the backend " + std::string(name_of(plan.backend)));
    if (entry->unavailable)
        throw std::runtime_error("the engine " + entry->name + " cannot be used: " +
                                 *entry->unavailable + "; choose the backend cpu");
    EngineUse use;
    if (plan.backend == Backend::cuda) {
        use = {plan.device, plan.device == options_.screen_device};
        if (const auto why = options_.device_unavailable(use.device))
            throw std::runtime_error(*why + "; choose another GPU, or auto");
    }
    engine = entry->make(use);
    return *engine;
}

}  // namespace mariani
