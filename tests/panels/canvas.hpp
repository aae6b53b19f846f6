// Draws what is on a stage with OpenGL, into memory, to be looked at.
#pragma once

#include "render/picture/image.hpp"
#include "tests/panels/stage.hpp"

#include <string>

namespace mariani::app {

// An OpenGL context of a hidden window, for as long as the program: unloading the driver would hide
// from the leak checker whose memory it is.
class Canvas {
  public:
    // The program's one canvas; null, with the reason, where no display is there.
    static Canvas* open(std::string& why_not);
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    // A texture of the image, for as long as the canvas.
    unsigned int texture(const render::Image& image);
    // The stage's last frame, as large as its display, over the given ground.
    render::Image draw(Stage& stage);

  private:
    Canvas() = default;
};

}  // namespace mariani::app
