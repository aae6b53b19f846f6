// Owns a GL framebuffer that draws into a texture of its own.
#pragma once

#include "render/gl/handle.hpp"
#include "render/gl/texture.hpp"

namespace mariani::render::gl {

class Framebuffer {
  public:
    // Throws Error when GL cannot draw into that format.
    explicit Framebuffer(ImageSize size, GLenum internal_format = GL_RGBA8);

    void bind() const;  // for drawing and reading
    static void bind_default();

    const Texture& texture() const { return texture_; }
    ImageSize size() const { return texture_.size(); }

  private:
    struct Traits {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Handle<Traits> handle_;
    Texture texture_;
};

}  // namespace mariani::render::gl
