// Measured runs of several engines over one volume.
#pragma once

#include "app/workloads/plan_rounds.hpp"
#include "compute/service/volume.hpp"

namespace mariani::app {

struct VolumeEngines {
    using Plan = volume::Plan;
    using Runner = volume::Runner;
    using RunStats = volume::RunStats;
    using Progress = volume::Progress;
    static std::unique_ptr<Runner> make_runner(const Plan& plan) {
        return volume::make_runner(plan);
    }
    static bool is_baseline(const Plan& plan) { return plan.engine == volume::EngineKind::ex; }
    static std::int64_t output_bytes(const Plan& plan) { return volume::output_bytes(plan); }
};

// The plans compute the same voxels.
class VolumeRounds : public PlanRounds<VolumeEngines> {
  public:
    using PlanRounds::PlanRounds;
};

using VolumeRun = VolumeRounds::Run;

}  // namespace mariani::app
