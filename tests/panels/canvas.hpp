// Draws what is on a stage with OpenGL, into memory, to be looked at.
#pragma once

#include "render/image.hpp"
#include "tests/panels/stage.hpp"

#include <filesystem>
#include <memory>
#include <optional>

struct GLFWwindow;

namespace mariani::app {

// An OpenGL context of a hidden window. One at a time.
class Canvas {
  public:
    // Null, with the reason, where no display is there.
    static std::unique_ptr<Canvas> open(std::string& why_not);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    // A texture of the image, for as long as the canvas.
    unsigned int texture(const render::Image& image);
    // The stage's last frame, as large as its display, over the given ground.
    render::Image draw(Stage& stage);

  private:
    explicit Canvas(GLFWwindow* window) : window_(window) {}
    GLFWwindow* window_;
};

}  // namespace mariani::app
