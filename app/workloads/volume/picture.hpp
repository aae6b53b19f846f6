// Planes of a volume as one picture.
#pragma once

#include "app/workloads/volume/planes.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mariani::app {

// A part of a picture, which lies within it; both are rgb.
void paste(render::Image& image, const render::Image& part, int x, int y);

// A volume as far as it is drawn.
struct VolumeScene {
    volume::Plan plan;
    std::vector<volume::Plane> planes;               // one or three, as of planes_of()
    DwellSummary summary;                            // of all planes
    std::vector<std::vector<Region>> regions;        // of each plane, or nothing
    std::vector<std::vector<std::uint32_t>> dwells;  // likewise, where draw_volume() is to draw it
};

// The scene of the runner's last run, without dwells; without records there is no grid.
VolumeScene volume_scene(const volume::Plan& plan, std::vector<volume::Plane> planes,
                         const volume::Runner& runner,
                         const std::vector<volume::RegionRecord>& records);

VolumeScene with_dwells(VolumeScene scene, const volume::Runner& runner);

// All planes have the same colours. Throws what ColourMap throws.
render::ColourMap volume_colours(const VolumeScene& scene, const render::Colouring& colouring,
                                 const render::Palette& palette);

// A voxel has `scale` x `scale` pixels. One plane is all of its picture; three have their axes
// beside them, and the text in the corner that they leave. The style tells of the grid.
render::Image draw_volume(const VolumeScene& scene, const render::ColourMap& colours, int scale,
                          const render::OverlayStyle& style, const std::string& text);

}  // namespace mariani::app
