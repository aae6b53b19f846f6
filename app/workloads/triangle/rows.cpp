#include "app/workloads/triangle/rows.hpp"

#include "app/measure/frame_columns.hpp"
#include "app/measure/timing_log.hpp"
#include "app/workloads/knob_columns.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {

using Json = nlohmann::ordered_json;
using triangle::Plan;
using triangle::Waste;

bool has_launches(const Plan& plan) {
    return !plan.by_grid || plan.backend == Backend::cuda;
}

Json triangle_row(const Plan& plan, const TriangleRun& run, const TriangleRounds& rounds) {
    const Waste waste = triangle::waste_of(plan);
    const auto cells = triangle::cell_count(triangle::shape_of(plan));
    const auto of_map = [&](triangle::Count count) { return plan.by_grid ? Json() : Json(count); };
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    row["workload"] = "triangle";
    row["engine"] = triangle::engine_name(plan);
    row["backend"] = mariani::name_of(plan.backend);
    row["device"] = rounds.device();
    add_knob_columns(row, problem_of(plan), engine_bit(plan.map), plan.backend);
    if (!triangle::has_input(plan.test)) row["input_s"] = nullptr;
    row["run"] = run.number;
    row["compute_ms"] = run.stats.compute_ms;
    row["launches"] = has_launches(plan) ? Json(run.stats.launches) : Json();
    row["failed_launches"] = run.stats.failed_launches;
    row["blocks"] = of_map(waste.blocks);
    row["blocks_wasted"] = of_map(waste.blocks_wasted);
    row["threads_wasted"] = of_map(waste.threads_wasted);
    row["cells"] = cells;
    row["cells_per_s"] = static_cast<double>(cells) / (run.stats.compute_ms * 1e-3);
    row["bytes"] = triangle::written_bytes(plan);
    row["floor_ms"] = rounds.floor_ms();
    add_energy_columns(row, rounds.energy_of(run.which), static_cast<double>(cells), "cells");
    return row;
}

}  // namespace mariani::app
