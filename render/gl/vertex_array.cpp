#include "render/gl/vertex_array.hpp"

namespace mariani::render::gl {

GLuint VertexArray::Traits::create() {
    GLuint name = 0;
    glCreateVertexArrays(1, &name);
    return name;
}

void VertexArray::Traits::destroy(GLuint name) {
    glDeleteVertexArrays(1, &name);
}

void VertexArray::bind() const {
    glBindVertexArray(handle_.name());
}

}  // namespace mariani::render::gl
