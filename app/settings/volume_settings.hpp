#pragma once

#include "app/settings/display_choices.hpp"
#include "app/settings/failure.hpp"
#include "compute/workloads/volume/plan.hpp"

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
inline volume::Request volume_request(const VolumeSettings& settings) {
    volume::Request request;
    static_cast<volume::Problem&>(request) = settings.problem;
    if (!volume::turns(request.function, request.axes)) request.turn = 0;
    request.engine = settings.engine;
    request.backend = settings.backend;
    return request;
}

// Why no machine can run it, in words a user can act on.
// A backend that is left to the program may be one that has all schemes.
inline std::optional<std::string> why_invalid(const VolumeSettings& settings) {
    return refusal_of([&] { volume::resolve(volume_request(settings), std::nullopt); });
}

// The fields as text: name, value, range. A forgotten field does not compile.
void visit_fields(MaybeConst<VolumeSettings> auto& shown, auto& visitor) {
    auto& [problem, engine, backend, picture, x, y, z, u, grid, surface, boxes, line, level, solid,
           yaw, pitch, distance] = shown;
    visit_knobs(problem, visitor);
    visitor("engine", engine);
    visitor("backend", backend);
    visitor("shown", picture);
    constexpr IntegerRange voxels{0, volume::limits::side.max - 1};
    visitor("x", x, voxels);
    visitor("y", y, voxels);
    visitor("z", z, voxels);
    visitor("u", u, voxels);
    visitor("grid", grid);
    visitor("surface", surface);
    visitor("boxes", boxes);
    visitor("line", line);
    visitor("level", level, IntegerRange{0, 15});
    visitor("solid", solid, limits::dwell);
    visitor("yaw", yaw, RealRange{-180, 180});
    visitor("pitch", pitch, RealRange{-89, 89});
    visitor("distance", distance, RealRange{least_volume_distance, most_volume_distance});
}

template <>
inline volume::Problem usual_problem<volume::Problem>() {
    return VolumeSettings{}.problem;
}

}  // namespace mariani::app
