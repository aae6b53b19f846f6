// The commands of the workload `volume`.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/workloads/volume_planes.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani::app {

// Of the arguments without --workload. These throw UsageError.
CommandLine parse_volume_render(std::span<const std::string> arguments);
CommandLine parse_volume_bench(std::span<const std::string> arguments);
CommandLine parse_volume_sweep(std::span<const std::string> arguments);
CommandLine parse_volume_race(std::span<const std::string> arguments);
CommandLine parse_volume_check(std::span<const std::string> arguments);
CommandLine parse_volume_window(std::span<const std::string> arguments);
CommandLine parse_volume_info(std::span<const std::string> arguments);

struct VolumeBench {
    std::vector<volume::Plan> plans;  // at least one
    int repeat = 5;
    bool energy = false;
    std::optional<std::filesystem::path> output;  // .csv
};

struct VolumeRace {
    std::vector<volume::Plan> plans;  // at least one
    int repeat = 5;
    std::optional<std::filesystem::path> output;  // .csv
    std::optional<std::filesystem::path> plot;    // .png
};

struct VolumeSweep {
    std::vector<std::vector<volume::Plan>> cells;  // the contestants for each n, g, r and B
    int repeat = 5;
    std::optional<std::filesystem::path> output;  // .csv
};

struct VolumeCheck {
    std::vector<volume::Plan> plans;              // at least one
    std::optional<std::filesystem::path> output;  // .csv
};

struct VolumeRender {
    volume::Plan plan;
    VolumeCut cut;
    std::optional<int> scale;  // pixels of a voxel's side; nothing: about 512 pixels a plane
    Settings colours;          // the colouring and the overlay of these
    std::filesystem::path output;
    std::optional<std::filesystem::path> dwells;  // .npy
};

// Each returns the exit status, or throws.
int run_volume_render(const VolumeRender& command);
int run_volume_bench(const VolumeBench& command);
int run_volume_sweep(const VolumeSweep& command);
int run_volume_race(const VolumeRace& command);
int run_volume_check(const VolumeCheck& command);  // 1 if a voxel is wrong
int run_volume_info();

}  // namespace mariani::app
