// Where a picture is drawn, and how the pixels of a frame map to it.
#pragma once

#include "compute/model/view.hpp"

namespace mariani::render {

// A rectangle of the current framebuffer in its pixels; y counts from the bottom, as in GL.
struct Viewport {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    bool operator==(const Viewport&) const = default;
};

constexpr ImageSize size_of(const Viewport& viewport) {
    return {viewport.width, viewport.height};
}

// From the viewport's pixels to those of a frame, both counted from the top left corner:
// frame = offset + scale * viewport. The same scale for x and y: pixels are square.
struct Placement {
    double scale = 1;
    double offset_x = 0;
    double offset_y = 0;
    bool operator==(const Placement&) const = default;
};

// Where a frame of `image` pixels, computed for `computed`, appears while `shown` is visible in a
// viewport of this size. Exact as long as the two views are: centres are subtracted first.
Placement place(const View& computed, ImageSize image, const View& shown, ImageSize viewport);

}  // namespace mariani::render
