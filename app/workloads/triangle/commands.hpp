// The commands of the workload `triangle`.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/contest.hpp"
#include "app/command_line/workload_commands.hpp"
#include "app/settings/display_choices.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace mariani::app {

std::unique_ptr<WorkloadCommands> triangle_commands();

// At least one.
CheckPlan triangle_check(const std::vector<triangle::Plan>& plans);

struct TriangleRender {
    triangle::Plan plan;
    std::filesystem::path output;
    std::optional<std::filesystem::path> trace;  // .csv
    std::optional<std::filesystem::path> trace_json;
    std::optional<std::filesystem::path> values;  // .npy; of a test that has output
    BlockColour colour = BlockColour::order;
    bool coverage = false;  // in place of the test's values
};

// Known of a recorded run only.
constexpr bool is_of_record(BlockColour colour) {
    return colour == BlockColour::unit || colour == BlockColour::start ||
           colour == BlockColour::duration;
}

// Returns the exit status, or throws.
int run_triangle_render(const TriangleRender& command);

}  // namespace mariani::app
