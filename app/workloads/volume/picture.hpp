// Orthogonal planes of a volume with the regions that they cut: as one picture, and as slices in
// the window.
#pragma once

#include "app/workloads/picture_texts.hpp"
#include "compute/model/region.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/roles.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// The voxel of each axis that is held, if it is.
using VolumeCut = std::array<std::optional<int>, volume::max_axes>;

// One plane if the cut leaves two axes. If it leaves three, the planes through their middles: those
// of the first two, beside it of the last and the second, below it of the first and the last. Of
// four axes that are left the last is held in its middle. Throws std::invalid_argument if there is
// no such voxel or less than two axes are left.
std::vector<volume::Plane> planes_of(const volume::Plan& plan, const VolumeCut& cut);

// Through a voxel: likewise three, or one of two axes.
std::vector<volume::Plane> planes_through(const volume::Plan& plan, const volume::Voxel& at);

// What the plane cuts of them, in the plane's pixels.
std::vector<Region> regions_of(const volume::Plan& plan,
                               const std::vector<volume::RegionRecord>& records,
                               const volume::Plane& plane);

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

// Slices as the window shows them: where they lie in the picture, and what is in them.
struct SlicePane {
    PixelRect rect;
    volume::Plane plane;
    bool operator==(const SlicePane&) const = default;
};

struct SlicePanes {
    std::vector<SlicePane> panes;  // one or three, as of planes_through()
    PixelRect rest;                // of three, the corner that they leave; else empty
    bool operator==(const SlicePanes&) const = default;
};

// All voxels are as large as one another. Each pane has room for a line of text above it. Nothing
// if there is no room.
std::optional<SlicePanes> slice_panes(const volume::Plan& plan, const volume::Voxel& at,
                                      ImageSize size, int line_height);

// A voxel of a pane.
struct PointedVoxel {
    std::size_t pane = 0;
    volume::Voxel voxel{};
};
// That under a point of the picture; nothing beside the panes.
std::optional<PointedVoxel> voxel_at(const SlicePanes& panes, const volume::Plan& plan, double x,
                                     double y);
// The same of a pane, or the nearest of its voxels.
volume::Voxel voxel_near(const SlicePane& pane, const volume::Plan& plan, double x, double y);

// "w.re", "c.im"; of the Mandelbulb "x".
std::string axis_meaning(const volume::Plan& plan, int axis);
// Where a voxel lies on an axis.
double place_on_axis(const volume::Plan& plan, int axis, int voxel);

struct SlicesStyle {
    render::OverlayStyle grid;
    int line_width = 1;  // in pixels
    bool operator==(const SlicesStyle&) const = default;
};

// Above each pane which axes it shows and where it holds the others, in letters of this size.
std::vector<PictureText> heads_of(const volume::Plan& plan, const SlicePanes& panes, float size,
                                  int line_width);

// On the ground of volume pictures: the panes' pictures, in rgb. Lines show where the planes cut
// each other.
void draw_slices(render::Image& image, const VolumeScene& scene, const SlicePanes& panes,
                 std::vector<render::Image> pictures, const SlicesStyle& style);

}  // namespace mariani::app
