// Owns a GL buffer object.
#pragma once

#include "render/gl/handle.hpp"

#include <cstddef>
#include <span>

namespace mariani::render::gl {

class Buffer {
  public:
    Buffer() : handle_(std::in_place) {}

    // Replaces the contents; the size may change.
    void set(std::span<const std::byte> bytes, GLenum usage = GL_STATIC_DRAW);

    // Discards the contents and maps `bytes` undefined ones for writing until unmap(). Never waits
    // for GL to finish with the old ones. Throws Error if memory runs out.
    std::byte* map_new(std::size_t bytes);
    void unmap();

    void bind_storage(GLuint binding) const;  // as a shader storage block
    void bind_unpack() const;                 // as the source of texture uploads
    static void unbind_unpack();

    GLuint name() const { return handle_.name(); }

  private:
    struct Traits {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Handle<Traits> handle_;
};

}  // namespace mariani::render::gl
