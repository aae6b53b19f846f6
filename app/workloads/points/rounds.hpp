// Measured runs of several engines over the same points.
#pragma once

#include "app/workloads/plan_rounds.hpp"
#include "compute/service/points.hpp"

#include <utility>

namespace mariani::app {

struct PointsEngines {
    using Plan = points::Plan;
    using Runner = points::Runner;
    using RunStats = points::RunStats;
    static std::unique_ptr<Runner> make_runner(const Plan& plan) {
        return points::make_runner(plan);
    }
    static bool is_baseline(const Plan& plan) { return plan.engine == points::EngineKind::dp; }
    // About what a runner keeps: points and their keys twice, and the nodes of a usual tree.
    static std::int64_t output_bytes(const Plan& plan) { return 64 * plan.count; }
};

// The plans differ by engine only.
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

}  // namespace mariani::app
