#include "render/gl/framebuffer.hpp"

#include "render/gl/check.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <glad/gl.h>

namespace mariani::render::gl {

GLuint Framebuffer::Traits::create() {
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    return name;
}

void Framebuffer::Traits::destroy(GLuint name) {
    glDeleteFramebuffers(1, &name);
}

Framebuffer::Framebuffer(ImageSize size, Texture::Filtering filtering, GLenum internal_format)
    : handle_(std::in_place), texture_(size, internal_format, filtering) {
    glNamedFramebufferTexture(handle_.name(), GL_COLOR_ATTACHMENT0, texture_.name(), 0);
    check("make a framebuffer");
    const GLenum status = glCheckNamedFramebufferStatus(handle_.name(), GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        throw Error(fmt::format("cannot draw into a texture of {}x{} pixels: GL status {:#x}",
                                size.width, size.height, status));
}

void Framebuffer::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, handle_.name());
}

void Framebuffer::copy_to(const Viewport& viewport, const PixelRect& part) const {
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    glDisable(GL_SCISSOR_TEST);
    const int left = part.x, right = left + part.width;
    const int top = size().height - part.y, bottom = top - part.height;  // GL counts from below
    glBlitNamedFramebuffer(name(), static_cast<GLuint>(target), left, bottom, right, top,
                           viewport.x + left, viewport.y + bottom, viewport.x + right,
                           viewport.y + top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    check("copy a picture");
}

DrawInto::DrawInto(const Framebuffer& target) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.name());
}

DrawInto::~DrawInto() {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before_));
}

}  // namespace mariani::render::gl

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
