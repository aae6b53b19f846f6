#include "app/command_line/contest.hpp"

#include "app/measure/frame_columns.hpp"
#include "app/measure/timing_log.hpp"
#include "app/workloads/points/commands.hpp"
#include "app/workloads/points/runs.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

Contest common(const std::vector<points::Plan>& plans, const PointsRounds& rounds) {
    const points::Plan& first = plans.front();
    Contest contest;
    contest.title = points_head(first);
    contest.family = fmt::format("points {}", name_of(first.distribution));
    contest.kind = "engine";
    contest.baseline = "DP";
    contest.facts = {fmt::format("{} nodes on {} levels, including {} leaves",
                                 rounds.last_of(0).nodes, rounds.levels().size(),
                                 leaf_count(rounds.levels()))};
    if (rounds.floor_ms() > 0)
        contest.facts.push_back(
            fmt::format("floor: {:.4f} ms to set the {} bytes of points read and written",
                        rounds.floor_ms(), least_bytes(first)));
    contest.figures = {"launches", "failed", "Mpoint/s", "x floor"};
    contest.place = {{"points", std::to_string(first.count)},
                     {"min", std::to_string(first.rule.min)}};
    return contest;
}

MeasuredEngine engine_of(const std::vector<points::Plan>& plans, std::size_t which,
                         const PointsRounds& rounds) {
    const points::Plan& plan = plans[which];
    const auto& stats = rounds.last_of(which);
    const double ms = spread_of(rounds.ms_of(which)).median;
    MeasuredEngine engine;
    engine.label = choice_of(plan.engine).label;
    add_plan(*engine.columns, plan, rounds.device());
    (*engine.columns)["nodes"] = stats.nodes;
    engine.cells = static_cast<double>(plan.count);
    engine.figures = {std::to_string(stats.launches + stats.child_launches),
                      std::to_string(stats.refused_launches),
                      fmt::format("{:.1f}", engine.cells / ms * 1e-3),
                      hundredths_text(over_floor(rounds, ms))};
    return engine;
}

Json row_of(const points::Plan& plan, const PointsRun& run, const PointsRounds& rounds) {
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    add_plan(row, plan, rounds.device());
    row["run"] = run.number;
    add_run(row, plan, run.stats, rounds.levels());
    row["floor_ms"] = rounds.floor_ms();
    add_energy_columns(row, rounds.energy_of(run.which), static_cast<double>(plan.count), "cells");
    return row;
}

}  // namespace

ContestPlan points_contest(std::vector<points::Plan> plans) {
    return contest_plan<PointsRounds>(std::move(plans), {common, engine_of, row_of});
}

}  // namespace mariani::app
