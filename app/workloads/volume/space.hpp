// A volume in space: its surface, the boxes of a level's regions, and the line through them in the
// order in which they are listed.
#pragma once

#include "app/workloads/volume/space_canvas.hpp"
#include "compute/model/region.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mariani::app {

// A region in the first three axes.
struct ListedRegion {
    volume::Box box;
    Outcome outcome = Outcome::leaf;
};

// Those of a level, as they are listed; of four axes those in a section.
std::vector<ListedRegion> regions_of_level(const volume::Plan& plan,
                                           const std::vector<volume::RegionRecord>& records,
                                           int level, int section);

// The deepest level with at most so many regions that a picture of them can be read; the first if
// there is none. Nothing without levels.
std::optional<int> readable_level(const volume::RunStats& stats);

// The mean distance from a region to the next, middle to middle, in sides of a region; nothing of
// less than two.
std::optional<double> mean_step(std::span<const ListedRegion> regions);

// The colour at a share of the line.
render::Rgb8 colour_along(double share);

struct SpaceStyle {
    bool boxes = false, line = false;
    int coarse = 1;      // screen pixels to a side of a ray's
    int line_width = 1;  // in pixels
    bool operator==(const SpaceStyle&) const = default;
};

// `surface`: by a camera of the size in coarse pixels; null: none. `at`: outlines of the planes
// through this voxel, if there are any.
struct SpaceScene {
    const volume::Plan& plan;
    const volume::PaintedSpace* surface = nullptr;
    std::span<const ListedRegion> regions;
    int level = 0;  // of these
    std::optional<volume::Voxel> at;
};
render::Image draw_space(const SpaceScene& scene, const VolumeOrbit& orbit, ImageSize size,
                         const SpaceStyle& style);

ImageSize coarse_size(ImageSize size, int coarse);

}  // namespace mariani::app
