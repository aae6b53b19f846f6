// Owns a GL vertex array object.
#pragma once

#include "render/gl/buffer.hpp"
#include "render/gl/handle.hpp"

namespace mariani::render::gl {

class VertexArray {
  public:
    VertexArray() : handle_(std::in_place) {}

    // Attribute `index` takes `components` unsigned integers from each record of the buffer, one
    // record per instance.
    void set_instance_attribute(GLuint index, const Buffer& buffer, GLint components,
                                GLsizei record_bytes);
    void bind() const;

  private:
    struct Traits {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Handle<Traits> handle_;
};

}  // namespace mariani::render::gl
