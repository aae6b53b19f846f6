// An engine's states compared with those of another.
#pragma once

#include "app/workloads/gasket/setup.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// The state after some steps.
struct GasketStage {
    int steps;
    std::uint64_t alive;
    std::string hash;
    gasket::Differences wrong;  // from the expected state
};

// What a watched step shows of an engine's map: cells that it does not compute exactly once, and
// how often it computes what is no cell.
struct GasketCoverage {
    std::uint64_t not_once = 0, outside = 0;
    bool right() const { return not_once == 0 && outside == 0; }
};

struct GasketComparison {
    gasket::EngineKind engine;
    std::vector<GasketStage> stages;
    std::optional<GasketCoverage> coverage;  // nothing where the layout is too large to be watched

    bool right() const;
};

// The steps after which states are compared: 1, 2, 17 and the last, which is at least 1.
std::vector<int> compared_steps(int last);

// `states` and `expected` are those after these steps.
GasketComparison compare_states(gasket::EngineKind engine, const std::vector<int>& steps,
                                const std::vector<gasket::State>& states,
                                const std::vector<gasket::State>& expected);

// The coverage of the engine's next step.
std::optional<GasketCoverage> coverage_of(gasket::Engine& engine);

// 0 if all are right, else 1.
int exit_status_of(const std::vector<GasketComparison>& all);

}  // namespace mariani::app
