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
    static bool is_baseline(const Plan& plan) { return plan.engine == curves::EngineKind::dp; }
    static std::int64_t output_bytes(const Plan& plan) {  // at most
        return curves::moved_bytes(plan, plan.lines * plan.rule.cap);
    }
};

class CurvesRounds : public PlanRounds<CurvesEngines> {
  public:
    using PlanRounds::PlanRounds;
};

using CurvesRun = CurvesRounds::Run;

}  // namespace mariani::app
