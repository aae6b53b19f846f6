// Commands by name with their fields: {"command": "go_to", "re": -0.75, "im": 0.1, "height": 0.01}.
#pragma once

#include "app/explore/command.hpp"

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

nlohmann::json command_to_json(const Command& command);

// Throws std::invalid_argument if there is no such command or a field is missing or wrong.
Command command_from_json(const nlohmann::json& json);

}  // namespace mariani::app
