// Owns a GL vertex array object without attributes: shaders here make their own vertices.
#pragma once

#include "render/gl/handle.hpp"

namespace mariani::render::gl {

class VertexArray {
  public:
    VertexArray() : handle_(std::in_place) {}

    void bind() const;

  private:
    struct Traits {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Handle<Traits> handle_;
};

}  // namespace mariani::render::gl
