// A volume in space: its surface, the boxes of a level's regions, and the line through them in the
// order in which they are listed.
#pragma once

#include "app/workloads/picture_texts.hpp"
#include "compute/model/region.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "render/picture/image.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace mariani::app {

// Where the camera is: it looks at the volume's middle.
struct VolumeOrbit {
    double yaw = 35, pitch = 25;  // in degrees, around the second axis, which is down, and above
    double distance = 2.4;        // in sides of the volume, the longest of three axes
    bool operator==(const VolumeOrbit&) const = default;
};
volume::Camera camera_of(const volume::Sides& side, const VolumeOrbit& orbit, ImageSize size);

// On the ground of volume pictures, lit from the upper left over the camera.
volume::Scenery scenery_of(const volume::Sides& side, const volume::Camera& camera);

// In pixels, and along the camera's direction in voxels.
struct SpacePoint {
    double x = 0, y = 0, depth = 0;
};
SpacePoint projected(const volume::Camera& camera, const volume::Place& place);

struct SpacePen {
    render::Rgb8 from, to;  // the colours of its ends
    double opacity = 1;
    double width = 1;  // in pixels
};

// What a camera sees of a volume, and lines that hide behind it.
class SpaceCanvas {
  public:
    // An empty one of the camera's size. What is farther away in the volume is fainter.
    SpaceCanvas(const volume::Sides& side, const volume::Camera& camera);

    // As a camera sees it that has a pixel for `coarse` x `coarse` of this one's. It outlives this.
    void surface(const volume::PaintedSpace& painted, int coarse);

    // As far as no surface is before it.
    void line(const volume::Place& from, const volume::Place& to, const SpacePen& pen);
    void box(const volume::Place& from, const volume::Place& to, const SpacePen& pen);

    render::Image& image() { return image_; }

  private:
    std::size_t place_of(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(camera_.size.width) +
               static_cast<std::size_t>(x);
    }
    void blend(int x, int y, double depth, render::Rgb8 colour, double opacity);

    volume::Camera camera_;
    render::Image image_;
    const float* depths_ = nullptr;   // of the surface; null: nothing is before anything
    std::vector<float> fine_depths_;  // of a coarse one
    volume::Scenery scenery_;
};

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

// The names of the first three axes beyond their ends, in letters of this size; `place`: of the
// picture.
std::vector<PictureText> axis_names(const volume::Plan& plan, const VolumeOrbit& orbit,
                                    const PixelRect& place, float size);

ImageSize coarse_size(ImageSize size, int coarse);

}  // namespace mariani::app
