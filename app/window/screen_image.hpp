// A workload's finished picture on the GPU. Main thread, with the window's GL context.
#pragma once

#include "render/gl/draw_state.hpp"
#include "render/gl/program.hpp"
#include "render/gl/texture.hpp"
#include "render/picture/image.hpp"
#include "render/picture/viewport.hpp"

namespace mariani::app {

// By a shader, which Mesa's software renderer keeps from start to start: the one that it makes for
// glBlitFramebuffer takes it 25 ms each time.
class ScreenImage {
  public:
    // Throws std::runtime_error if the shader is missing or does not compile.
    ScreenImage();

    void set(const render::Image& image);

    // Stretched over this part of the window; nothing before the first set().
    void draw(const render::Viewport& place) const;

  private:
    render::gl::Program program_;
    render::gl::VertexArray nothing_;
    render::gl::Texture picture_;
};

}  // namespace mariani::app
