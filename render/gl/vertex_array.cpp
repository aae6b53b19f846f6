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

void VertexArray::set_instance_attribute(GLuint index, const Buffer& buffer, GLint components,
                                         GLsizei record_bytes) {
    const GLuint array = handle_.name();
    glVertexArrayVertexBuffer(array, index, buffer.name(), 0, record_bytes);
    glVertexArrayAttribIFormat(array, index, components, GL_UNSIGNED_INT, 0);
    glVertexArrayAttribBinding(array, index, index);
    glVertexArrayBindingDivisor(array, index, 1);
    glEnableVertexArrayAttrib(array, index);
}

void VertexArray::bind() const {
    glBindVertexArray(handle_.name());
}

}  // namespace mariani::render::gl
