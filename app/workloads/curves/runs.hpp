// Runs of curves: what reports, tables and the log say of them, and measured ones of several
// engines.
#pragma once

#include "app/workloads/plan_rounds.hpp"
#include "compute/workloads/curves/runner.hpp"

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

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

struct CurvesEngines {
    using Plan = curves::Plan;
    using Runner = curves::Runner;
    using RunStats = curves::RunStats;
    static bool is_baseline(const Plan& plan) { return plan.engine == curves::EngineKind::dp; }
    static std::int64_t output_bytes(const Plan& plan) {  // at most
        return curves::moved_bytes(plan, plan.lines * plan.rule.cap);
    }
};

// Measured runs of several engines over the same lines.
using CurvesRounds = PlanRounds<CurvesEngines>;
using CurvesRun = CurvesRounds::Run;

using CurvesEngineTimes = EngineTimes<CurvesRounds>;
using CurvesMeasurement = EngineMeasurement<CurvesRounds>;
using MeasuredCurves = MeasuredEngines<CurvesRounds>;

// As measured_engines().
std::optional<MeasuredCurves> measure_engines(const std::vector<curves::Plan>& plans, int repeat,
                                              bool energy, const std::stop_token& stop,
                                              std::atomic<int>& done,
                                              ComputeService* service = nullptr);

}  // namespace mariani::app
