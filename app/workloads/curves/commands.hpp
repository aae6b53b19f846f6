// The commands of the workload `curves`.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/contest.hpp"
#include "app/command_line/workload_commands.hpp"
#include "app/workloads/curves/picture.hpp"
#include "compute/workloads/curves/plan.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace mariani::app {

std::unique_ptr<WorkloadCommands> curves_commands();

// At least one.
CheckPlan curves_check(const std::vector<curves::Plan>& plans);

// Launches from a GPU, as devices() numbers it, in place of engines.
CheckPlan curves_litmus(int device);

struct CurvesRender {
    curves::Plan plan;
    CurvesPart part;
    int side = 1000;  // in pixels
    std::filesystem::path output;
    std::optional<std::filesystem::path> vertices;  // .csv
    std::optional<std::filesystem::path> trace_json;
};

// Returns the exit status, or throws.
int run_curves_render(const CurvesRender& command);

}  // namespace mariani::app
