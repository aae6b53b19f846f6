#include "render/gl/texture.hpp"

#include "render/gl/check.hpp"

#include <algorithm>
#include <bit>

namespace mariani::render::gl {

GLuint Texture::Traits::create() {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    return name;
}

void Texture::Traits::destroy(GLuint name) {
    glDeleteTextures(1, &name);
}

Texture::Texture(ImageSize size, GLenum internal_format, Filtering filtering)
    : handle_(std::in_place), size_(size) {
    const bool mipmapped = filtering == Filtering::mipmapped;
    const GLint filter = filtering == Filtering::nearest ? GL_NEAREST : GL_LINEAR;
    const auto side = static_cast<unsigned>(std::max(size.width, size.height));
    glTextureStorage2D(name(), mipmapped ? static_cast<GLsizei>(std::bit_width(side)) : 1,
                       internal_format, size.width, size.height);
    glTextureParameteri(name(), GL_TEXTURE_MIN_FILTER,
                        mipmapped ? GL_LINEAR_MIPMAP_LINEAR : filter);
    glTextureParameteri(name(), GL_TEXTURE_MAG_FILTER, filter);
    glTextureParameteri(name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    check("make a texture");
}

void Texture::make_mipmaps() {
    glGenerateTextureMipmap(name());
}

void Texture::set_rows(int first, int rows, GLenum format, GLenum type, const void* values) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(name(), 0, 0, first, size_.width, rows, format, type, values);
}

void Texture::bind(GLuint unit) const {
    glBindTextureUnit(unit, name());
}

}  // namespace mariani::render::gl

namespace mariani::render {

gl::Texture texture_of(const Image& image) {
    gl::Texture texture(image.size(), GL_RGBA8, gl::Texture::Filtering::linear);
    const GLenum format = image.format() == PixelFormat::rgb ? GL_RGB : GL_RGBA;
    texture.set_rows(0, image.size().height, format, GL_UNSIGNED_BYTE, image.bytes().data());
    return texture;
}

}  // namespace mariani::render
