#include "app/produce/gpu_team.hpp"

#include "compute/service/engine_registry.hpp"

namespace mariani::app {

std::vector<FurtherGpu> further_gpus(const EngineDispatcher& dispatcher,
                                     const FrameRequest& request) {
    const FramePlan plan = dispatcher.plan_of(request);
    if (plan.backend != Backend::cuda || request.device) return {};
    const auto failed = dispatcher.hardware().failed_devices;
    std::vector<FurtherGpu> further;
    for (const DeviceEntry& device : devices())
        if (!device.unavailable && device.index != plan.device && !failed.contains(device.index))
            further.push_back({device.index, std::make_unique<EngineDispatcher>()});
    return further;
}

}  // namespace mariani::app
