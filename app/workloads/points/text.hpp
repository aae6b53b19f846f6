// What reports, tables and the log of the workload `points` have in common.
#pragma once

#include "compute/service/points.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// What the plans of all engines have in common: a line without its end.
std::string points_head(const points::Plan& plan);

// The first columns of every table: which engine ran where, and of which points.
void add_plan(nlohmann::ordered_json& row, const points::Plan& plan, const std::string& device);

// What a run of the plan took, and made.
void add_run(nlohmann::ordered_json& row, const points::Plan& plan, const points::RunStats& stats,
             const std::vector<points::LevelStats>& levels);

// A row of the window's log: a run that was shown.
nlohmann::ordered_json log_row(const points::Plan& plan, const points::RunStats& stats,
                               const std::vector<points::LevelStats>& levels,
                               const std::string& device,
                               std::chrono::system_clock::time_point time);

// One read and one write of all points.
std::int64_t least_bytes(const points::Plan& plan);

// A tree's levels, a line each.
std::string levels_table(const std::vector<points::LevelStats>& levels);

std::int64_t leaf_count(const std::vector<points::LevelStats>& levels);

}  // namespace mariani::app
