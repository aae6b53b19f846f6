// A picture in space: what a camera sees of a volume, and lines that hide behind it.
#pragma once

#include "compute/service/volume.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/image.hpp"

#include <array>
#include <cstddef>
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

class SpaceCanvas {
  public:
    // Of the camera's size, empty. What is farther away in the volume is fainter.
    SpaceCanvas(const volume::Sides& side, const volume::Camera& camera);

    // As a camera sees it that has a pixel for `coarse` x `coarse` of this one's, lit from the
    // upper left.
    void surface(std::span<const volume::Sight> sights, int coarse,
                 const render::ColourMap& colours);

    // As far as no surface is before it.
    void line(const volume::Place& from, const volume::Place& to, const SpacePen& pen);
    void box(const volume::Place& from, const volume::Place& to, const SpacePen& pen);

    render::Image& image() { return image_; }

  private:
    std::size_t place_of(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(camera_.size.width) +
               static_cast<std::size_t>(x);
    }
    render::Rgb8 lit(const volume::Sight& sight, const std::array<double, 3>& light,
                     const render::ColourMap& colours) const;
    render::Rgb8 behind_haze(render::Rgb8 colour, double depth) const;
    void blend(int x, int y, double depth, render::Rgb8 colour, double opacity);

    volume::Camera camera_;
    render::Image image_;
    std::vector<float> depths_;        // of the surface; infinite where there is none
    double nearest_ = 0, radius_ = 1;  // the least depth in the volume, and half of all
};

}  // namespace mariani::app
