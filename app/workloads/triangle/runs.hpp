// Runs under maps: what reports, tables and the log say of them, and measured ones of several maps
// under one test.
#pragma once

#include "app/workloads/plan_rounds.hpp"
#include "compute/workloads/triangle/runner.hpp"

#include <atomic>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// What the plans have in common: a line without its end.
std::string triangle_head(const triangle::Plan& plan);

struct TriangleEngines {
    using Plan = triangle::Plan;
    using Runner = triangle::Runner;
    using RunStats = triangle::RunStats;
    using Progress = triangle::Progress;
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

// Whether its runs have launches: a grid on the processor has no blocks.
bool has_launches(const triangle::Plan& plan);

// The row of a run of this plan, which is one of the rounds'; they are measured.
nlohmann::ordered_json triangle_row(const triangle::Plan& plan, const TriangleRun& run,
                                    const TriangleRounds& rounds);

// A map that was measured under the test, or the grid.
struct MapTimes {
    triangle::MapKind map = triangle::MapKind::bb;
    Spread ms;
    std::optional<double> improvement;  // I: BB's median over its own
    bool by_grid = false;               // not by the map
    std::optional<FrameEnergy> energy;  // of a run, if it was measured
    std::optional<double> block_cost;   // k: of a block beside one of BB; nothing of the grid
    std::optional<double> block_ns;     // see ns_per_block()

    // I with the range that its own runs give beside BB's median.
    Spread improvement_spread() const {
        const double bb = *improvement * ms.median;
        return {bb / ms.max, *improvement, bb / ms.min};
    }
};

// BB launches at most twice the blocks that are needed.
inline constexpr double max_improvement = 2;

struct MapMeasurement {
    triangle::Plan plan;          // of the first; the others differ by their maps only, or by grid
    std::vector<MapTimes> times;  // in the order of the maps, then of the grid
    std::string device;
    double floor_ms = 0;  // of a run; 0 where nothing is written
    int repeats = 0;      // runs of each
};

struct MeasuredMaps {
    std::vector<MapMeasurement> sides;         // one for each N
    std::vector<nlohmann::ordered_json> rows;  // of all runs, for the log
};

// The plans of each N so many times, in random order; in turns of the service. Nothing if stopped.
std::optional<MeasuredMaps> measure_maps(const std::vector<std::vector<triangle::Plan>>& sides,
                                         int repeat, bool energy, const std::stop_token& stop,
                                         std::atomic<int>& done, ComputeService& service);

}  // namespace mariani::app
