// Draws the contents of a stage into memory with OpenGL.
#pragma once

#include "render/picture/image.hpp"
#include "tests/panels/stage.hpp"

#include <string>

namespace mariani::app {

// An OpenGL context of a hidden window that lives as long as the program: unloading the driver
// would hide from the leak checker whose memory it is.
class Canvas {
  public:
    // The program's one canvas; null, with the reason, if there is no display.
    static Canvas* open(std::string& why_not);
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    // A texture of the image, valid as long as the canvas.
    unsigned int texture(const render::Image& image);
    // The stage's last frame, as large as its display, on the given background.
    render::Image draw(Stage& stage);

  private:
    Canvas() = default;
};

}  // namespace mariani::app
