// What reports and tables of the workload `curves` have in common.
#pragma once

#include "compute/service/curves.hpp"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// What the plans of all engines have in common, as the first line of a report.
std::string curves_head(const curves::Plan& plan);

// The first columns of every table: which engine ran where, and of which lines. What the engine
// does not read is empty.
void add_plan(nlohmann::ordered_json& row, const curves::Plan& plan, const std::string& device);

}  // namespace mariani::app
