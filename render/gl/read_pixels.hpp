// A screenshot of what was drawn.
#pragma once

#include "render/picture/image.hpp"
#include "render/picture/viewport.hpp"

namespace mariani::render {

// The viewport's pixels from the current framebuffer, as rgb. Waits until everything is drawn.
Image read_pixels(const Viewport& viewport);

}  // namespace mariani::render
