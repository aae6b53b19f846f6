#include "app/command_line/contest.hpp"

#include "app/measure/frame_columns.hpp"
#include "app/measure/timing_log.hpp"
#include "app/workloads/volume/commands.hpp"
#include "app/workloads/volume/runs.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

Contest common(const std::vector<volume::Plan>& plans, const VolumeRounds& rounds) {
    const volume::Plan& first = plans.front();
    const volume::Plan& divided = plans.back();  // one with regions, where there are any
    Contest contest;
    contest.title = volume_head(plans);
    contest.family = fmt::format("volume {}", name_of(first.function));
    contest.kind = "engine";
    contest.baseline = "Ex";
    contest.facts = {fmt::format("floor: {:.4f} ms to set the {} bytes of the volume",
                                 rounds.floor_ms(), volume::output_bytes(first))};
    contest.figures = {"iterated", "launches", "Gcell/s", "x floor"};
    contest.place = {{"n", std::to_string(divided.side.of[0])},
                     {"g", std::to_string(divided.g)},
                     {"r", std::to_string(divided.r)},
                     {"B", std::to_string(divided.B)}};
    return contest;
}

MeasuredEngine engine_of(const std::vector<volume::Plan>& plans, std::size_t which,
                         const VolumeRounds& rounds) {
    const volume::Plan& plan = plans[which];
    const double ms = spread_of(rounds.ms_of(which)).median;
    const auto& last = rounds.last_of(which);
    MeasuredEngine engine;
    engine.label = volume_labels(plans)[which];
    add_plan(*engine.columns, plan, rounds.device());
    engine.cells = static_cast<double>(volume::voxel_count(plan.side));
    engine.figures = {
        fmt::format("{:.1f} %", 100 * static_cast<double>(last.iterated) / engine.cells),
        std::to_string(last.launches), fmt::format("{:.3f}", engine.cells / ms * 1e-6),
        hundredths_text(over_floor(rounds, ms))};
    if (last.failed_launches > 0)
        engine.remark = fmt::format(
            "{} launches of {} failed because the pool was full or CUDA refused: their parents did "
            "the work\n",
            last.failed_launches, engine.label);
    return engine;
}

Json row_of(const volume::Plan& plan, const VolumeRun& run, const VolumeRounds& rounds) {
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    add_plan(row, plan, rounds.device());
    row["run"] = run.number;
    add_run(row, plan, run.stats);
    row["floor_ms"] = rounds.floor_ms();
    add_regions(row, run.stats);
    add_energy_columns(row, rounds.energy_of(run.which),
                       static_cast<double>(volume::voxel_count(plan.side)), "cells");
    return row;
}

}  // namespace

ContestPlan volume_contest(std::vector<volume::Plan> plans) {
    return contest_plan<VolumeRounds>(std::move(plans), {common, engine_of, row_of});
}

}  // namespace mariani::app
