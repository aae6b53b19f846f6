#include "render/gl/draw_state.hpp"

#include <glad/gl.h>

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

namespace mariani::render {

void prepare_to_draw(const Viewport& viewport, Blending blending) {
    glViewport(viewport.x, viewport.y, viewport.width, viewport.height);
    for (const GLenum unwanted :
         {GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB})
        glDisable(unwanted);
    if (blending == Blending::none) {
        glDisable(GL_BLEND);
        return;
    }
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, blending == Blending::sum ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA);
}

}  // namespace mariani::render
