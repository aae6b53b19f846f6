// What the pictures of measurements are drawn with.
#pragma once

#include "compute/model/geometry.hpp"
#include "render/image.hpp"

namespace mariani::app {

inline constexpr render::Rgb8 paper{250, 250, 250}, ink{20, 20, 24}, faint{150, 150, 156};

// Within the image.
void fill(render::Image& image, PixelRect rect, render::Rgb8 colour);
void outline(render::Image& image, PixelRect rect, int width, render::Rgb8 colour);

}  // namespace mariani::app
