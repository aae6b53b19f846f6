// An engine's states compared with those of another.
#pragma once

#include "app/command_line/gasket/gasket_setup.hpp"

#include <cstdint>
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

struct GasketComparison {
    gasket::EngineKind engine;
    std::vector<GasketStage> stages;

    bool right() const;
};

// The steps after which states are compared: 1, 2, 17 and the last, which is at least 1.
std::vector<int> compared_steps(int last);

// `states` and `expected` are those after these steps.
GasketComparison compare_states(gasket::EngineKind engine, const std::vector<int>& steps,
                                const std::vector<gasket::State>& states,
                                const std::vector<gasket::State>& expected);

// 0 if all are right, else 1.
int exit_status_of(const std::vector<GasketComparison>& all);

}  // namespace mariani::app
