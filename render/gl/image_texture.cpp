#include "render/gl/image_texture.hpp"

namespace mariani::render {

gl::Texture texture_of(const Image& image) {
    gl::Texture texture(image.size(), GL_RGBA8, gl::Texture::Filtering::linear);
    const GLenum format = image.format() == PixelFormat::rgb ? GL_RGB : GL_RGBA;
    texture.set_rows(0, image.size().height, format, GL_UNSIGNED_BYTE, image.bytes().data());
    return texture;
}

}  // namespace mariani::render
