#include "render/picture/viewport.hpp"

#include <algorithm>

namespace mariani::render {

Placement place(const View& computed, ImageSize image, const View& shown, ImageSize viewport) {
    // Of a frame that is far too small or too large to be seen, so that no sum of these is NaN.
    constexpr double most = 1e300;
    const Length frame_pitch = pitch(computed, image);
    const double scale = std::clamp(pitch(shown, viewport) / frame_pitch, 1 / most, most);
    const glm::dvec2 pixels = glm::clamp(
        flip_y * in_heights(displacement(computed.centre, shown.centre), frame_pitch), -most, most);
    return {scale, 0.5 * extent_of(image) + pixels - 0.5 * scale * extent_of(viewport)};
}

}  // namespace mariani::render
