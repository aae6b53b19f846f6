#include "render/gl/read_pixels.hpp"

#include "render/gl/check.hpp"

#include <algorithm>

#include <glad/gl.h>

namespace mariani::render {

Image read_pixels(const Viewport& viewport) {
    Image image(size_of(viewport), PixelFormat::rgb);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(viewport.x, viewport.y, viewport.width, viewport.height, GL_RGB, GL_UNSIGNED_BYTE,
                 image.bytes().data());
    gl::check("read the picture back");
    for (int y = 0; y < viewport.height / 2; ++y)  // GL counts rows from the bottom
        std::ranges::swap_ranges(image.row(y), image.row(viewport.height - 1 - y));
    return image;
}

}  // namespace mariani::render
