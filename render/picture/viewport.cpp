#include "render/picture/viewport.hpp"

namespace mariani::render {

Placement place(const View& computed, ImageSize image, const View& shown, ImageSize viewport) {
    const double frame_pitch = pitch(computed, image);
    const double scale = pitch(shown, viewport) / frame_pitch;
    const double right = (shown.centre.re - computed.centre.re) / frame_pitch;
    const double down = (computed.centre.im - shown.centre.im) / frame_pitch;
    return {scale, 0.5 * image.width + right - 0.5 * scale * viewport.width,
            0.5 * image.height + down - 0.5 * scale * viewport.height};
}

}  // namespace mariani::render
