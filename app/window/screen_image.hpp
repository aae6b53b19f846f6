// A workload's finished picture on the GPU. Main thread, with the window's GL context.
#pragma once

#include "render/gl/framebuffer.hpp"
#include "render/picture/image.hpp"
#include "render/picture/viewport.hpp"

#include <optional>

namespace mariani::app {

class ScreenImage {
  public:
    void set(const render::Image& image);

    // Stretched over this part of the window; nothing before the first set().
    void draw(const render::Viewport& place) const;

  private:
    std::optional<render::gl::Framebuffer> drawn_;  // upside down as GL has it
};

}  // namespace mariani::app
