// Measured runs of several maps under one test.
#pragma once

#include "app/workloads/plan_rounds.hpp"
#include "compute/service/triangle.hpp"

#include <optional>

namespace mariani::app {

struct TriangleEngines {
    using Plan = triangle::Plan;
    using Runner = triangle::Runner;
    using RunStats = triangle::RunStats;
    using Progress = triangle::Progress;
    static std::unique_ptr<Runner> make_runner(const Plan& plan) {
        return triangle::make_runner(plan);
    }
    static bool is_baseline(const Plan& plan) {
        return plan.map == triangle::MapKind::bb && !plan.by_grid;
    }
    static std::int64_t output_bytes(const Plan& plan) { return triangle::output_bytes(plan); }
};

// A map beside BB; nothing where BB did not run.
struct BesideBox {
    std::optional<double> improvement;  // I: BB's median over the map's
    std::optional<double> block_cost;   // k: see triangle::block_cost(); nothing of a grid
};

// What a block of a map takes where nothing is computed, on a GPU, which starts one after the
// other; nothing of other plans.
inline std::optional<double> ns_per_block(const triangle::Plan& plan, double ms) {
    if (plan.test != triangle::Task::map || plan.backend != Backend::cuda) return std::nullopt;
    return 1e6 * ms / static_cast<double>(triangle::waste_of(plan).blocks);
}

// The plans differ by map only, or by grid.
class TriangleRounds : public PlanRounds<TriangleEngines> {
  public:
    using PlanRounds::PlanRounds;

    // How a plan with this median compares with BB.
    BesideBox beside_box(const triangle::Plan& plan, double median_ms) const {
        const auto box_ms = baseline_ms();
        if (!box_ms) return {};
        const double improvement = *box_ms / median_ms;
        if (plan.by_grid) return {improvement, std::nullopt};
        return {improvement, triangle::block_cost(plan, improvement)};
    }
};

using TriangleRun = TriangleRounds::Run;

}  // namespace mariani::app
