// The GPU named by settings from another machine.
#pragma once

#include "app/settings/settings.hpp"

#include <optional>
#include <string>

namespace mariani::app {

// Replaces a GPU that this machine lacks by `automatic`; returns what to tell the user about it.
std::optional<std::string> settle_device(Settings& settings);

}  // namespace mariani::app
