// GL's state for drawing in two dimensions, whatever was drawn before, and an array without
// vertices.
#pragma once

#include "render/gl/handle.hpp"
#include "render/picture/viewport.hpp"

#include <glm/vec2.hpp>

namespace mariani::render::gl {

// Owns a GL vertex array object without attributes: shaders here make their own vertices.
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

namespace mariani::render {

enum class Blending {
    none,
    premultiplied,  // colours are premultiplied with their opacity
    sum,            // added to what is there
};

// For the viewport of the current framebuffer: no depth, scissor, culling or sRGB conversion.
void prepare_to_draw(const Viewport& viewport, Blending blending);

// The viewport's top left corner in GL's coordinates, for shaders that count pixels from there.
constexpr glm::ivec2 top_left(const Viewport& viewport) {
    return {viewport.x, viewport.y + viewport.height};
}

}  // namespace mariani::render
