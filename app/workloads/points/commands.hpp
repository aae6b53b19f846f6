// The commands of the workload `points`.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/contest.hpp"
#include "app/command_line/workload_commands.hpp"
#include "compute/workloads/points/plan.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace mariani::app {

std::unique_ptr<WorkloadCommands> points_commands();

// At least one.
CheckPlan points_check(const std::vector<points::Plan>& plans);

struct PointsRender {
    points::Plan plan;
    std::filesystem::path pixels;  // the file of its picture, if it has one
    int side = 1024;               // in pixels
    std::filesystem::path output;
    std::optional<std::filesystem::path> tree;  // .csv
    std::optional<std::filesystem::path> trace_json;
};

// Returns the exit status, or throws.
int run_points_render(const PointsRender& command);

}  // namespace mariani::app
