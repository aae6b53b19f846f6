#include "app/command_line/contest.hpp"

#include "app/measure/frame_columns.hpp"
#include "app/measure/timing_log.hpp"
#include "app/workloads/curves/commands.hpp"
#include "app/workloads/curves/runs.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

// The run with the most vertices: others may have lost lines.
const curves::RunStats& whole_run(const std::vector<curves::Plan>& plans,
                                  const CurvesRounds& rounds) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < plans.size(); ++i)
        if (rounds.last_of(i).vertices > rounds.last_of(most).vertices) most = i;
    return rounds.last_of(most);
}

Contest common(const std::vector<curves::Plan>& plans, const CurvesRounds& rounds) {
    const curves::Plan& first = plans.front();
    const auto& whole = whole_run(plans, rounds);
    const auto lines = static_cast<double>(first.lines - whole.lost_lines);
    Contest contest;
    contest.title = curves_head(first);
    contest.family = "curves";
    contest.kind = "engine";
    contest.baseline = "DP";
    contest.facts = {
        fmt::format("{} vertices, {:.2f} per line; {} lines cut", whole.vertices,
                    static_cast<double>(whole.vertices) / std::max(1.0, lines), whole.cut_lines),
        fmt::format("floor: {:.4f} ms to set the {} bytes of lines read and vertices written",
                    rounds.floor_ms(), curves::moved_bytes(first, whole.vertices))};
    contest.figures = {"launches", "failed", "Mvertex/s", "x floor"};
    const auto launching = std::ranges::find_if(
        plans, [](const curves::Plan& plan) { return has_launches(plan.engine); });
    contest.place = {{"lines", std::to_string(first.lines)},
                     {"pool", launching == plans.end() ? "-" : std::to_string(launching->pool)}};
    return contest;
}

MeasuredEngine engine_of(const std::vector<curves::Plan>& plans, std::size_t which,
                         const CurvesRounds& rounds) {
    const curves::Plan& plan = plans[which];
    const auto& stats = rounds.last_of(which);
    const double ms = spread_of(rounds.ms_of(which)).median;
    MeasuredEngine engine;
    engine.label = choice_of(plan.engine).label;
    add_plan(*engine.columns, plan, rounds.device());
    (*engine.columns)["vertices"] = stats.vertices;
    (*engine.columns)["failed_launches"] = stats.failed_launches;
    (*engine.columns)["lost_lines"] = stats.lost_lines;
    engine.cells = static_cast<double>(stats.vertices);
    engine.whole = stats.lost_lines == 0;
    engine.figures = {std::to_string(stats.launches + stats.child_launches),
                      std::to_string(stats.failed_launches),
                      fmt::format("{:.1f}", engine.cells / ms * 1e-3),
                      engine.whole ? hundredths_text(over_floor(rounds, ms)) : "-"};
    engine.remark = lost_text(plan, stats);
    return engine;
}

Json row_of(const curves::Plan& plan, const CurvesRun& run, const CurvesRounds& rounds) {
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    add_plan(row, plan, rounds.device());
    row["run"] = run.number;
    add_run(row, plan, run.stats);
    row["floor_ms"] = rounds.floor_ms();
    add_energy_columns(row, rounds.energy_of(run.which), static_cast<double>(run.stats.vertices),
                       "cells");
    return row;
}

}  // namespace

ContestPlan curves_contest(std::vector<curves::Plan> plans) {
    return contest_plan<CurvesRounds>(std::move(plans), {common, engine_of, row_of});
}

}  // namespace mariani::app
