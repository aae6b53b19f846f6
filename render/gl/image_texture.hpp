// A picture as a texture of its own. Main thread, with the window's GL context.
#pragma once

#include "render/gl/texture.hpp"
#include "render/picture/image.hpp"

namespace mariani::render {

// Filtered linearly.
gl::Texture texture_of(const Image& image);

}  // namespace mariani::render
