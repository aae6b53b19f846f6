// The GPU named by settings from another machine.
#pragma once

#include "app/settings/settings.hpp"
#include "compute/service/engine_registry.hpp"

#include <optional>
#include <string>

namespace mariani::app {

// Replaces a GPU that this machine lacks by `automatic`; returns what to tell the user about it.
inline std::optional<std::string> settle_device(Settings& settings) {
    auto why = device_unavailable(settings.engine.device);
    if (!why) return std::nullopt;
    settings.engine.device.reset();
    return *why + "; using auto";
}

}  // namespace mariani::app
