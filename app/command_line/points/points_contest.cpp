#include "app/command_line/points/points_commands.hpp"
#include "app/measure/frame_columns.hpp"
#include "app/measure/timing_text.hpp"
#include "app/workloads/points_rounds.hpp"
#include "app/workloads/points_text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

MeasuredEngine measured_engine(const points::Plan& plan, std::size_t which,
                               const PointsRounds& rounds) {
    const auto& stats = rounds.last_of(which);
    const auto count = static_cast<double>(plan.count);
    MeasuredEngine engine;
    engine.label = choice_of(plan.engine).label;
    engine.ms = rounds.ms_of(which);
    const double ms = spread_of(engine.ms).median;
    if (const auto dp = rounds.dp_ms()) engine.improvement = *dp / ms;
    Json columns = Json::object();
    add_plan(columns, plan, rounds.device());
    engine.plan = csv_columns(columns);
    engine.found = {"nodes", std::to_string(stats.nodes)};
    engine.figures = {std::to_string(stats.launches + stats.child_launches),
                      std::to_string(stats.refused_launches),
                      fmt::format("{:.1f}", count / ms * 1e-3),
                      rounds.floor_ms() > 0 ? fmt::format("{:.2f}", ms / rounds.floor_ms()) : "-"};
    engine.energy = rounds.energy_of(which);
    engine.cells = count;
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

Contest contest_of(const std::vector<points::Plan>& plans,
                   const std::shared_ptr<const PointsRounds>& rounds) {
    const points::Plan& first = plans.front();
    Contest contest;
    contest.title = points_head(first);
    contest.family = fmt::format("points {}", mariani::name_of(first.distribution));
    contest.kind = "engine";
    contest.baseline = "DP";
    contest.where = fmt::format("{}: {}", mariani::name_of(first.backend), rounds->device());
    contest.facts = {fmt::format("{} nodes on {} levels, {} of them leaves",
                                 rounds->last_of(0).nodes, rounds->levels().size(),
                                 leaf_count(rounds->levels()))};
    if (rounds->floor_ms() > 0)
        contest.facts.push_back(
            fmt::format("floor: {:.4f} ms to set the {} bytes of points read and written",
                        rounds->floor_ms(), least_bytes(first)));
    contest.figures = {"launches", "failed", "Mpoint/s", "x floor"};
    contest.place = {{"points", std::to_string(first.count)},
                     {"min", std::to_string(first.rule.min)}};
    for (std::size_t i = 0; i < plans.size(); ++i)
        contest.engines.push_back(measured_engine(plans[i], i, *rounds));
    contest.runs = rounds->runs().size();
    contest.row = [plans, rounds](std::size_t run) {
        const PointsRun& each = rounds->runs()[run];
        return csv_columns(row_of(plans[each.which], each, *rounds));
    };
    return contest;
}

}  // namespace

ContestPlan points_contest(std::vector<points::Plan> plans) {
    const std::size_t count = plans.size();
    return {count, [plans = std::move(plans)](const ContestJob& job) -> std::optional<Contest> {
                const auto rounds = std::make_shared<PointsRounds>(plans);
                if (!rounds->measure(job.repeat, job.stop, job.done)) return std::nullopt;
                std::atomic<int> measured{0};
                if (job.energies && !rounds->measure_energies(job.stop, measured))
                    return std::nullopt;
                return contest_of(plans, rounds);
            }};
}

}  // namespace mariani::app
