// Owns a GL framebuffer that draws into a texture of its own, and reads back what was drawn.
#pragma once

#include "render/gl/handle.hpp"
#include "render/gl/texture.hpp"
#include "render/picture/image.hpp"
#include "render/picture/viewport.hpp"

namespace mariani::render::gl {

class Framebuffer {
  public:
    // Throws Error if GL cannot draw into a texture of this size.
    explicit Framebuffer(ImageSize size, Texture::Filtering filtering = Texture::Filtering::linear,
                         GLenum internal_format = GL_RGBA8);

    void bind() const;  // for drawing and reading
    // A part, counted from the top left, into a viewport of the same size of the framebuffer that
    // is drawn into.
    void copy_to(const Viewport& viewport, const PixelRect& part) const;

    Texture& texture() { return texture_; }
    const Texture& texture() const { return texture_; }
    GLuint name() const { return handle_.name(); }
    ImageSize size() const { return texture_.size(); }

  private:
    struct Traits {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Handle<Traits> handle_;
    Texture texture_;
};

// Draws into a framebuffer until the end of the scope, then restores the previous one.
class DrawInto {
  public:
    explicit DrawInto(const Framebuffer& target);
    ~DrawInto();
    DrawInto(const DrawInto&) = delete;
    DrawInto& operator=(const DrawInto&) = delete;

  private:
    GLint before_ = 0;
};

}  // namespace mariani::render::gl

namespace mariani::render {

// The viewport's pixels from the current framebuffer, as rgb. Waits until everything is drawn.
Image read_pixels(const Viewport& viewport);

}  // namespace mariani::render
