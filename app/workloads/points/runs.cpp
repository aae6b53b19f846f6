#include "app/workloads/points/runs.hpp"

#include "app/measure/timing_log.hpp"
#include "app/workloads/rows.hpp"
#include "compute/model/text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {

using points::Plan;

std::string points_head(const points::Plan& plan) {
    std::string text =
        fmt::format("{} points, {}, min {}, depth {}", plan.count,
                    mariani::name_of(plan.distribution), plan.rule.min, plan.rule.depth);
    if (plan.time > 0) text += fmt::format(", after {} s", to_text(plan.time));
    return text;
}

void add_plan(nlohmann::ordered_json& row, const points::Plan& plan, const std::string& device) {
    row["workload"] = "points";
    row["engine"] = mariani::name_of(plan.engine);
    row["backend"] = mariani::name_of(plan.backend);
    row["device"] = device;
    add_knob_columns<points::Problem>(row, plan, engine_bit(plan.engine), plan.backend);
}

void add_run(nlohmann::ordered_json& row, const points::Plan& plan, const points::RunStats& stats,
             const std::vector<points::LevelStats>& levels) {
    row["compute_ms"] = stats.compute_ms;
    row["launches"] = stats.launches + stats.child_launches;
    row["failed_launches"] = stats.refused_launches;
    row["levels"] = levels.size();
    row["nodes"] = stats.nodes;
    row["leaves"] = leaf_count(levels);
    row["cells_per_s"] = static_cast<double>(plan.count) / (stats.compute_ms * 1e-3);
    row["bytes"] = least_bytes(plan);
}

nlohmann::ordered_json log_row(const points::Plan& plan, const points::RunStats& stats,
                               const std::vector<points::LevelStats>& levels,
                               const std::string& device,
                               std::chrono::system_clock::time_point time) {
    nlohmann::ordered_json row = nlohmann::ordered_json::object();
    row["time"] = iso_time(time);
    add_plan(row, plan, device);
    add_run(row, plan, stats, levels);
    return row;
}

std::int64_t least_bytes(const points::Plan& plan) {
    return 2 * plan.count * static_cast<std::int64_t>(sizeof(points::Point));
}

std::string levels_table(const std::vector<points::LevelStats>& levels) {
    std::string text = fmt::format("{:>5} {:>11} {:>11} {:>7} {:>16}\n", "level", "nodes",
                                   "subdivided", "P", "leaf points");
    for (std::size_t level = 0; level < levels.size(); ++level)
        text += fmt::format("{:>5} {:>11} {:>11} {:>7.3f} {:>16}\n", level, levels[level].nodes,
                            levels[level].subdivided, levels[level].probability(),
                            levels[level].points);
    return text;
}

std::int64_t leaf_count(const std::vector<points::LevelStats>& levels) {
    std::int64_t leaves = 0;
    for (const auto& level : levels) leaves += level.nodes - level.subdivided;
    return leaves;
}

std::vector<Plan> engines_over(const Plan& plan) {
    std::vector<Plan> plans;
    for (const auto& engine : choices<points::EngineKind>()) {
        plans.push_back(plan);
        plans.back().engine = engine.value;
    }
    return plans;
}

std::optional<MeasuredPoints> measure_engines(const std::vector<Plan>& plans, int repeat,
                                              bool energy, const std::stop_token& stop,
                                              std::atomic<int>& done, ComputeService* service) {
    return measured_engines<PointsRounds>(
        plans, repeat, energy, stop, done, service,
        [](const Plan& plan, const PointsRun& run, const PointsRounds& rounds) {
            return log_row(plan, run.stats, rounds.levels(), rounds.device(), run.time);
        });
}

}  // namespace mariani::app
