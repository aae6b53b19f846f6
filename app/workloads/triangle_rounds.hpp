// Measured runs of several maps under one test.
#pragma once

#include "app/workloads/plan_rounds.hpp"
#include "compute/service/triangle.hpp"

namespace mariani::app {

struct TriangleEngines {
    using Plan = triangle::Plan;
    using Runner = triangle::Runner;
    using RunStats = triangle::RunStats;
    using Progress = triangle::Progress;
    static std::unique_ptr<Runner> make_runner(const Plan& plan) {
        return triangle::make_runner(plan);
    }
    static std::int64_t output_bytes(const Plan& plan) { return triangle::output_bytes(plan); }
};

// The plans differ by map only, or by grid.
class TriangleRounds : public PlanRounds<TriangleEngines> {
  public:
    using PlanRounds::PlanRounds;

    // The median of BB, if it is among the maps.
    std::optional<double> bb_ms() const {
        return median_ms_where([](const triangle::Plan& plan) {
            return plan.map == triangle::MapKind::bb && !plan.by_grid;
        });
    }
};

using TriangleRun = TriangleRounds::Run;

}  // namespace mariani::app
