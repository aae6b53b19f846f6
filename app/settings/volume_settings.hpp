#pragma once

#include "app/settings/display_choices.hpp"
#include "compute/service/volume_request.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani::app {

// Three planes through one voxel, or the whole in space.
enum class VolumeShown { slices, space };

template <>
inline constexpr std::array<std::pair<VolumeShown, std::string_view>, 2> text_names<VolumeShown>{
    {{VolumeShown::slices, "slices"}, {VolumeShown::space, "space"}}};

// What the workload `volume` shows.
struct VolumeSettings {
    volume::Problem problem{.scheme = Scheme::sbr};
    volume::EngineKind engine = volume::EngineKind::ask;
    std::optional<Backend> backend;
    VolumeShown shown = VolumeShown::slices;
    std::optional<int> x, y, z, u;       // where the planes meet, in voxels; nothing: in the middle
    bool grid = true;                    // of regions, over planes
    bool surface = true;                 // in space, as the next
    bool boxes = false;                  // of the regions of a level
    bool line = false;                   // through them, as they are listed
    std::optional<int> level;            // nothing: the deepest with few
    std::optional<std::uint32_t> solid;  // the least dwell within the surface; nothing: the limit
    double yaw = 35, pitch = 25;         // of the camera, in degrees
    double distance = 2.4;               // from the middle, in sides of the volume
    bool operator==(const VolumeSettings&) const = default;
};

inline constexpr double least_volume_distance = 0.3, most_volume_distance = 20;

// The request of one engine, with what it reads of the settings; where it runs, besides the
// backend, is the caller's to say.
volume::Request volume_request(const VolumeSettings& settings);

// Why no machine can run it, in words a user can act on.
std::optional<std::string> why_invalid(const VolumeSettings& settings);

template <>
inline volume::Problem usual_problem<volume::Problem>() {
    return VolumeSettings{}.problem;
}

}  // namespace mariani::app
