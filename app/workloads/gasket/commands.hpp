// The commands of the workload `gasket`.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/contest.hpp"
#include "app/command_line/workload_commands.hpp"
#include "app/workloads/gasket/setup.hpp"
#include "app/workloads/gasket/step_colours.hpp"
#include "compute/workloads/gasket/board_view.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani::app {

std::unique_ptr<WorkloadCommands> gasket_commands();

// The setup's engines, but those that do not fit, in runs of so many steps.
ContestPlan gasket_contest(const GasketSetup& setup, int steps);
// All that is swept at one r: at least one setup; they differ by engines, rho and fuse.
ContestPlan gasket_grid(const std::vector<GasketSetup>& setups, int steps);

struct GasketCheck {
    GasketSetup setup;
    // The first that fits is what the others are compared with, the plainest first.
    std::vector<gasket::EngineKind> references;
    int steps = 300;
    std::optional<std::filesystem::path> output;  // .csv
    std::optional<std::filesystem::path> state;   // .npy
};

struct GasketRender {
    GasketSetup setup;  // one engine
    int steps = 300;
    gasket::BoardView view;
    ImageSize size{1024, 1024};
    GasketStyle style;  // of the step after those
    bool tiles = false;
    std::filesystem::path output;
    std::optional<std::filesystem::path> state;  // .npy
};

// Each returns the exit status, or throws.
int run_gasket_check(const GasketCheck& command);  // 1 if a cell is wrong
int run_gasket_render(const GasketRender& command);

}  // namespace mariani::app
