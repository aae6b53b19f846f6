// The commands of the workload `volume`.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/contest.hpp"
#include "app/command_line/workload_commands.hpp"
#include "app/workloads/volume/picture.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace mariani::app {

std::unique_ptr<WorkloadCommands> volume_commands();

// At least one.
CheckPlan volume_check(const std::vector<volume::Plan>& plans);

struct VolumeRender {
    volume::Plan plan;
    VolumeCut cut;
    std::optional<int> scale;  // pixels of a voxel's side; nothing: about 512 pixels a plane
    Settings colours;          // the colouring and the overlay of these
    std::filesystem::path output;
    std::optional<std::filesystem::path> dwells;  // .npy
};

// Returns the exit status, or throws.
int run_volume_render(const VolumeRender& command);

}  // namespace mariani::app
