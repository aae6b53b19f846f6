#include "compute/service/compute_service.hpp"

#include <stdexcept>
#include <utility>

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

}  // namespace mariani
