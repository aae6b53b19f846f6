// A picture in space: what a camera sees of a volume, and lines that hide behind it.
#pragma once

#include "compute/service/volume.hpp"
#include "render/picture/image.hpp"

#include <cstddef>
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

}  // namespace mariani::app
