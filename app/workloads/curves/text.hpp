// What reports, tables and the log of the workload `curves` have in common.
#pragma once

#include "compute/service/curves.hpp"

#include <chrono>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// What the plans of all engines have in common: a line without its end.
std::string curves_head(const curves::Plan& plan);

// The first columns of every table: which engine ran where, and of which lines. What the engine
// does not read is empty.
void add_plan(nlohmann::ordered_json& row, const curves::Plan& plan, const std::string& device);

// What a run of the plan took, and made.
void add_run(nlohmann::ordered_json& row, const curves::Plan& plan, const curves::RunStats& stats);

// A line of a report, of an engine without repair whose launches failed; else nothing.
std::string lost_text(const curves::Plan& plan, const curves::RunStats& stats);

// A row of the window's log: a run that was shown.
nlohmann::ordered_json log_row(const curves::Plan& plan, const curves::RunStats& stats,
                               const std::string& device,
                               std::chrono::system_clock::time_point time);

}  // namespace mariani::app
