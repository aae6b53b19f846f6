// Slices of a volume as the window shows them: where they lie in the picture, and what is in them.
#pragma once

#include "app/workloads/volume/picture.hpp"

#include <optional>
#include <vector>

namespace mariani::app {

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

// All voxels are as large as one another. Each pane has a line of text above it. Nothing if there
// is no room.
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
    int line_width = 1;    // in pixels
    float text_size = 15;  // likewise
    bool operator==(const SlicesStyle&) const = default;
};

// On the ground of volume pictures: the panes' pictures, in rgb. Lines show where the planes cut
// each other.
void draw_slices(render::Image& image, const VolumeScene& scene, const SlicePanes& panes,
                 std::vector<render::Image> pictures, const SlicesStyle& style);

}  // namespace mariani::app
