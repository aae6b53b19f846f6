#include "app/produce/device_choice.hpp"

#include "compute/service/engine_registry.hpp"

namespace mariani::app {

std::optional<std::string> settle_device(Settings& settings) {
    auto why = device_unavailable(settings.engine.device);
    if (!why) return std::nullopt;
    settings.engine.device.reset();
    return *why + "; using auto";
}

}  // namespace mariani::app
