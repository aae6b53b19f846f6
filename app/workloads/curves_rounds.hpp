// Measured runs of several engines over the same lines.
#pragma once

#include "app/workloads/plan_rounds.hpp"
#include "compute/service/curves.hpp"

namespace mariani::app {

struct CurvesEngines {
    using Plan = curves::Plan;
    using Runner = curves::Runner;
    using RunStats = curves::RunStats;
    static std::unique_ptr<Runner> make_runner(const Plan& plan) {
        return curves::make_runner(plan);
    }
    static std::int64_t output_bytes(const Plan& plan) {  // at most
        return curves::moved_bytes(plan, plan.lines * plan.rule.cap);
    }
};

class CurvesRounds : public PlanRounds<CurvesEngines> {
  public:
    using PlanRounds::PlanRounds;

    // The median of DP, if it is among the engines.
    std::optional<double> dp_ms() const {
        return median_ms_where(
            [](const curves::Plan& plan) { return plan.engine == curves::EngineKind::dp; });
    }
};

using CurvesRun = CurvesRounds::Run;

}  // namespace mariani::app
