// The GPU that settings from another machine name.
#pragma once

#include "app/settings.hpp"

#include <optional>
#include <string>

namespace mariani::app {

// A GPU that this machine does not have gives way to an automatic one; what to tell the user of it.
std::optional<std::string> settle_device(Settings& settings);

}  // namespace mariani::app
