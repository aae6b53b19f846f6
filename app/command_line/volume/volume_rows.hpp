// What the tables of the workload `volume` have in common.
#pragma once

#include "compute/service/volume.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace mariani::app {

// Adds the columns from `workload` to `B`: what is computed and how; `device` only if it is given.
void add_plan(nlohmann::ordered_json& row, const volume::Plan& plan,
              const std::string& device = {});

}  // namespace mariani::app
