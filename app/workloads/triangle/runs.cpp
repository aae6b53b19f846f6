#include "app/workloads/triangle/runs.hpp"

#include "app/measure/timing_log.hpp"
#include "app/workloads/rows.hpp"
#include "compute/model/text.hpp"
#include "compute/workloads/triangle/reference.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;
using triangle::Plan;
using triangle::Waste;

MapMeasurement measurement_of(const std::vector<triangle::Plan>& plans,
                              const TriangleRounds& rounds, int repeats) {
    MapMeasurement measurement{plans.front(), {}, rounds.device(), rounds.floor_ms(), repeats};
    for (std::size_t map = 0; map < plans.size(); ++map) {
        const Spread ms = spread_of(rounds.ms_of(map));
        const auto [improvement, block_cost] = rounds.beside_box(plans[map], ms.median);
        measurement.times.push_back({plans[map].map, ms, improvement, plans[map].by_grid,
                                     rounds.energy_of(map), block_cost,
                                     ns_per_block(plans[map], ms.median)});
    }
    return measurement;
}

}  // namespace

std::string triangle_head(const triangle::Plan& plan) {
    const triangle::Shape shape = triangle::shape_of(plan);
    std::string text = fmt::format("triangle {}, n {}, rho {}: {} blocks to a side, diagonal {}",
                                   mariani::name_of(plan.test), plan.side, plan.block, shape.blocks,
                                   plan.diagonal ? "on" : "off");
    if (triangle::has_input(plan.test)) text += fmt::format(", {} coordinates", plan.features);
    if (triangle::has_input(plan.test) && plan.time > 0)
        text += fmt::format(", after {} s", to_text(plan.time));
    if (triangle::has_output(plan.test)) text += fmt::format(", {}", mariani::name_of(plan.layout));
    return text;
}

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

std::optional<MeasuredMaps> measure_maps(const std::vector<std::vector<Plan>>& sides, int repeat,
                                         bool energy, const std::stop_token& stop,
                                         std::atomic<int>& done, ComputeService& service) {
    MeasuredMaps measured;
    for (const auto& plans : sides) {
        TriangleRounds rounds(plans, &service);
        if (!rounds.measure(repeat, stop, done)) return std::nullopt;
        if (energy && !rounds.measure_energies(stop, done)) return std::nullopt;
        measured.sides.push_back(measurement_of(plans, rounds, repeat));
        for (const TriangleRun& run : rounds.runs())
            measured.rows.push_back(triangle_row(plans[run.which], run, rounds));
    }
    return measured;
}

}  // namespace mariani::app
