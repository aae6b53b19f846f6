#include "render/picture/viewport.hpp"

namespace mariani::render {

Placement place(const View& computed, ImageSize image, const View& shown, ImageSize viewport) {
    const double frame_pitch = pitch(computed, image);
    const double scale = pitch(shown, viewport) / frame_pitch;
    const glm::dvec2 pixels = flip_y * displacement(computed.centre, shown.centre) / frame_pitch;
    return {scale, 0.5 * extent_of(image) + pixels - 0.5 * scale * extent_of(viewport)};
}

}  // namespace mariani::render
