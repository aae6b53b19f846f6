// What the tables of the workload `volume`, and the window's log, have in common.
#pragma once

#include "compute/service/volume.hpp"

#include <chrono>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// Adds the columns from `workload` to `B`: what is computed and how; `device` only if it is given.
void add_plan(nlohmann::ordered_json& row, const volume::Plan& plan,
              const std::string& device = {});

// What a run of the plan took, from `compute_ms` to `bytes`, and from `regions` to `list_bytes`.
void add_run(nlohmann::ordered_json& row, const volume::Plan& plan, const volume::RunStats& stats);
void add_regions(nlohmann::ordered_json& row, const volume::RunStats& stats);

// A row of the window's log: a run that was shown.
nlohmann::ordered_json log_row(const volume::Plan& plan, const volume::RunStats& stats,
                               const std::string& device,
                               std::chrono::system_clock::time_point time);

}  // namespace mariani::app
