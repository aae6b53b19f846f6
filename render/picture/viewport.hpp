// Where a picture is drawn, and how the pixels of a frame map to it.
#pragma once

#include "compute/model/view.hpp"

#include <algorithm>

#include <glm/common.hpp>
#include <glm/vec2.hpp>
#include <glm/vector_relational.hpp>

namespace mariani::render {

// A rectangle of the current framebuffer in pixels; y counts from the bottom, as in GL.
struct Viewport {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    bool operator==(const Viewport&) const = default;
};

constexpr glm::dvec2 extent_of(ImageSize size) {
    return {size.width, size.height};
}
inline bool contains(ImageSize size, glm::dvec2 pixel) {
    return glm::all(glm::greaterThanEqual(pixel, glm::dvec2(0))) &&
           glm::all(glm::lessThan(pixel, extent_of(size)));
}

// A displacement in a picture counts pixels right and down, one in the plane goes right and up:
// multiplying by this converts between them.
inline constexpr glm::dvec2 flip_y{1, -1};

// In the plane.
struct Displacement {
    Length x, y;
    friend Displacement operator*(Displacement by, double factor) {
        return {by.x * factor, by.y * factor};
    }
};

inline Displacement displacement(const PlanePoint& from, const PlanePoint& to) {
    return {to.re - from.re, to.im - from.im};
}
// With the digits that tell points `apart` from each other apart.
inline PlanePoint displaced(const PlanePoint& from, Displacement by, Length apart) {
    return {from.re.moved(by.x, apart), from.im.moved(by.y, apart)};
}
// In units of a view's height, or of another length.
inline glm::dvec2 in_heights(Displacement by, Length height) {
    return {by.x / height, by.y / height};
}
inline Displacement from_heights(glm::dvec2 heights, Length height) {
    return {height * heights.x, height * heights.y};
}

constexpr ImageSize size_of(const Viewport& viewport) {
    return {viewport.width, viewport.height};
}

// From the viewport's pixels to those of a frame, both counted from the top left corner: frame =
// offset + scale * viewport. The same scale for x and y: pixels are square.
struct Placement {
    double scale = 1;
    glm::dvec2 offset{0};

    glm::dvec2 in_frame(glm::dvec2 pixel) const { return offset + scale * pixel; }
    glm::dvec2 in_viewport(glm::dvec2 pixel) const { return (pixel - offset) / scale; }
    bool operator==(const Placement&) const = default;
};

// Where a frame of `image` pixels, computed for `computed`, appears while `shown` is visible in a
// viewport of this size. As exact as the two views: centres are subtracted first.
inline Placement place(const View& computed, ImageSize image, const View& shown,
                       ImageSize viewport) {
    // Keeps sums of these from NaN where a frame is far too small or too large to be seen.
    constexpr double most = 1e300;
    const Length frame_pitch = pitch(computed, image);
    const double scale = std::clamp(pitch(shown, viewport) / frame_pitch, 1 / most, most);
    const glm::dvec2 pixels = glm::clamp(
        flip_y * in_heights(displacement(computed.centre, shown.centre), frame_pitch), -most, most);
    return {scale, 0.5 * extent_of(image) + pixels - 0.5 * scale * extent_of(viewport)};
}

}  // namespace mariani::render
