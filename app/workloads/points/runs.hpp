// Runs of points: what reports, tables and the log say of them, and measured ones of several
// engines.
#pragma once

#include "app/workloads/plan_rounds.hpp"
#include "compute/workloads/points/runner.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// What the plans of all engines have in common: a line without its end.
std::string points_head(const points::Plan& plan);

// The first columns of every table: which engine ran where, and of which points.
void add_plan(nlohmann::ordered_json& row, const points::Plan& plan, const std::string& device);

// What a run of the plan took, and made.
void add_run(nlohmann::ordered_json& row, const points::Plan& plan, const points::RunStats& stats,
             const std::vector<points::LevelStats>& levels);

// A row of the window's log: a run that was shown.
nlohmann::ordered_json log_row(const points::Plan& plan, const points::RunStats& stats,
                               const std::vector<points::LevelStats>& levels,
                               const std::string& device,
                               std::chrono::system_clock::time_point time);

// One read and one write of all points.
std::int64_t least_bytes(const points::Plan& plan);

// A tree's levels, a line each.
std::string levels_table(const std::vector<points::LevelStats>& levels);

std::int64_t leaf_count(const std::vector<points::LevelStats>& levels);

struct PointsEngines {
    using Plan = points::Plan;
    using Runner = points::Runner;
    using RunStats = points::RunStats;
    static bool is_baseline(const Plan& plan) { return plan.engine == points::EngineKind::dp; }
    // About what a runner keeps: points and their keys twice, and the nodes of a usual tree.
    static std::int64_t output_bytes(const Plan& plan) { return 64 * plan.count; }
};

// Measured runs of several engines over the same points.
class PointsRounds : public PlanRounds<PointsEngines> {
  public:
    using PlanRounds::PlanRounds;

    // As that of all rounds, and counts the tree's levels.
    bool measure(int repeat, const std::stop_token& stop, std::atomic<int>& done) {
        if (!PlanRounds::measure(repeat, stop, done)) return false;
        auto levels = kept_runner().levels(stop);
        if (!levels) return false;
        levels_ = std::move(*levels);
        return true;
    }

    const std::vector<points::LevelStats>& levels() const { return levels_; }  // of any engine

  private:
    std::vector<points::LevelStats> levels_;
};

using PointsRun = PointsRounds::Run;

using PointsEngineTimes = EngineTimes<PointsRounds>;
using PointsMeasurement = EngineMeasurement<PointsRounds>;
using MeasuredPoints = MeasuredEngines<PointsRounds>;

// The plan's points by each engine that its backend has.
std::vector<points::Plan> engines_over(const points::Plan& plan);

// As measured_engines().
std::optional<MeasuredPoints> measure_engines(const std::vector<points::Plan>& plans, int repeat,
                                              bool energy, const std::stop_token& stop,
                                              std::atomic<int>& done,
                                              ComputeService* service = nullptr);

}  // namespace mariani::app
