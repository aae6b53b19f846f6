// What reports and tables of the workload `points` have in common.
#pragma once

#include "compute/service/points.hpp"

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// What the plans of all engines have in common, as the first line of a report.
std::string points_head(const points::Plan& plan);

// The first columns of every table: which engine ran where, and of which points.
void add_plan(nlohmann::ordered_json& row, const points::Plan& plan, const std::string& device);

// A tree's levels, a line each.
std::string levels_table(const std::vector<points::LevelStats>& levels);

std::int64_t leaf_count(const std::vector<points::LevelStats>& levels);

}  // namespace mariani::app
