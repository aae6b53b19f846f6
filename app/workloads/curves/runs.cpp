#include "app/workloads/curves/runs.hpp"

#include "app/measure/timing_log.hpp"
#include "app/workloads/rows.hpp"
#include "compute/model/text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {

using curves::CountBy;
using curves::EngineKind;

std::string curves_head(const curves::Plan& plan) {
    const auto& rule = plan.rule;
    std::string text = fmt::format("{} lines, ", plan.lines);
    text += rule.by == CountBy::curvature
                ? fmt::format("{} times the curvature", to_text(as_typed(rule.factor)))
                : fmt::format("chords within {:.4g} of the square's side", rule.tolerance);
    text += fmt::format(", at most {} vertices per line", rule.cap);
    if (plan.time > 0) text += fmt::format(", after {} s", to_text(plan.time));
    if (const auto placed = plan.placed.size(); placed > 0)
        text += fmt::format(", {} {} moved by hand", placed, placed == 1 ? "point" : "points");
    return text;
}

void add_plan(nlohmann::ordered_json& row, const curves::Plan& plan, const std::string& device) {
    row["workload"] = "curves";
    row["engine"] = mariani::name_of(plan.engine);
    row["backend"] = mariani::name_of(plan.backend);
    row["device"] = device;
    row["lines"] = plan.lines;  // `count_by` stands behind it
    row["count_by"] = mariani::name_of(plan.rule.by);
    add_knob_columns<curves::Problem>(row, plan, engine_bit(plan.engine), plan.backend);
    row["tolerance"] = as_typed(plan.rule.tolerance);  // in sides of the square
    row[plan.rule.by == CountBy::curvature ? "tolerance" : "factor"] = nullptr;
    if (plan.engine == EngineKind::dp) row["memory"] = mariani::name_of(plan.memory);
    if (plan.memory == curves::VertexMemory::room) row["heap"] = nullptr;
}

void add_run(nlohmann::ordered_json& row, const curves::Plan& plan, const curves::RunStats& stats) {
    row["compute_ms"] = stats.compute_ms;
    row["launches"] = stats.launches + stats.child_launches;
    row["failed_launches"] = stats.failed_launches;
    row["failed_mallocs"] = stats.failed_mallocs;
    row["most_pending"] = stats.most_pending;
    row["vertices"] = stats.vertices;
    row["cut_lines"] = stats.cut_lines;
    row["lost_lines"] = stats.lost_lines;
    row["cells_per_s"] = static_cast<double>(stats.vertices) / (stats.compute_ms * 1e-3);
    row["bytes"] = curves::moved_bytes(plan, stats.vertices);
}

std::string lost_text(const curves::Plan& plan, const curves::RunStats& stats) {
    if (stats.lost_lines == 0) return "";
    return fmt::format("lost   {:<18}{} of {} lines have no vertices\n",
                       choice_of(plan.engine).label, stats.lost_lines, plan.lines);
}

nlohmann::ordered_json log_row(const curves::Plan& plan, const curves::RunStats& stats,
                               const std::string& device,
                               std::chrono::system_clock::time_point time) {
    nlohmann::ordered_json row = nlohmann::ordered_json::object();
    row["time"] = iso_time(time);
    add_plan(row, plan, device);
    add_run(row, plan, stats);
    return row;
}

std::optional<MeasuredCurves> measure_engines(const std::vector<curves::Plan>& plans, int repeat,
                                              bool energy, const std::stop_token& stop,
                                              std::atomic<int>& done, ComputeService* service) {
    return measured_engines<CurvesRounds>(
        plans, repeat, energy, stop, done, service,
        [](const curves::Plan& plan, const CurvesRun& run, const CurvesRounds& rounds) {
            return log_row(plan, run.stats, rounds.device(), run.time);
        });
}

}  // namespace mariani::app
