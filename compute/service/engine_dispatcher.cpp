#include "compute/service/engine_dispatcher.hpp"

#include "compute/cuda/memory.hpp"
#include "compute/service/machine.hpp"

#include <stdexcept>

namespace mariani {
namespace {

Hardware hardware_for(const ServiceOptions& options) {
    Hardware hardware = this_hardware();
    if (options.screen_device) hardware.device = *options.screen_device;
    hardware.always_fall_back = options.always_fall_back;
    const EngineEntry* entry = options.find_engine(EngineKind::ex, Backend::cuda);
    hardware.cuda_unavailable =
        entry ? entry->unavailable : std::optional<std::string>("this build has no CUDA engine");
    return hardware;
}

}  // namespace

ComputeService::ComputeService(ServiceOptions options)
    : options_(std::move(options)), hardware_(hardware_for(options_)) {}

Hardware ComputeService::hardware() const {
    const std::scoped_lock lock(mutex_);
    return hardware_;
}

void ComputeService::check_device(const FramePlan& plan) const {
    if (plan.backend != Backend::cuda) return;
    if (const auto why = options_.device_unavailable(plan.device))
        throw std::runtime_error(*why + "; choose another GPU, or auto");
}

Engine& ComputeService::engine_for(const FramePlan& plan, JobPriority priority) {
    const bool exporting = priority == JobPriority::exporting;
    const Workload& workload = find_workload(options_.workloads, plan.workload);
    if (is_deep(plan.precision)) {
        if (!workload.make_deep_engine)
            throw std::runtime_error("the workload " + plan.workload + " has no deep zoom");
        check_device(plan);
        auto& deep = (exporting ? deep_export_engines_ : deep_engines_)[workload.name];
        if (!deep) deep = workload.make_deep_engine();
        return *deep;
    }
    Engines& engines = exporting ? export_engines_ : engines_;
    auto& engine = engines[{workload.name, plan.engine, plan.backend, plan.device}];
    if (engine) return *engine;
    const EngineEntry* entry = options_.find_engine(plan.engine, plan.backend);
    if (!entry)
        throw std::runtime_error("there is no engine " + std::string(name_of(plan.engine)) +
                                 " for the backend " + std::string(name_of(plan.backend)));
    if (entry->unavailable)
        throw std::runtime_error("the engine " + entry->name + " cannot be used: " +
                                 *entry->unavailable + "; choose the backend cpu");
    EngineUse use{.workload = &workload};
    if (plan.backend == Backend::cuda) {
        use.device = plan.device;
        use.draws_screen = plan.device == options_.screen_device;
        check_device(plan);
    }
    engine = entry->make(use);
    return *engine;
}

void ComputeService::give_up(int device, const std::string& why, bool replaced) {
    {
        const std::scoped_lock lock(mutex_);
        if (!hardware_.failed_devices.emplace(device, why).second) return;
    }
    if (replaced) options_.report(why);
}

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
