#include "render/gl/texture.hpp"

#include "render/gl/check.hpp"

namespace mariani::render::gl {

GLuint Texture::Traits::create() {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    return name;
}

void Texture::Traits::destroy(GLuint name) {
    glDeleteTextures(1, &name);
}

Texture::Texture(ImageSize size, GLenum internal_format, GLint filter)
    : handle_(std::in_place), size_(size) {
    glTextureStorage2D(name(), 1, internal_format, size.width, size.height);
    glTextureParameteri(name(), GL_TEXTURE_MIN_FILTER, filter);
    glTextureParameteri(name(), GL_TEXTURE_MAG_FILTER, filter);
    glTextureParameteri(name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    check("make a texture");
}

void Texture::set_rows(int first, int rows, GLenum format, GLenum type, const void* values) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(name(), 0, 0, first, size_.width, rows, format, type, values);
}

void Texture::bind(GLuint unit) const {
    glBindTextureUnit(unit, name());
}

}  // namespace mariani::render::gl
