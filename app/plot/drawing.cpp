#include "app/plot/drawing.hpp"

namespace mariani::app {

void fill(render::Image& image, PixelRect rect, render::Rgb8 colour) {
    for (int y = rect.y; y < rect.y + rect.height; ++y)
        for (int x = rect.x; x < rect.x + rect.width; ++x) image.set(x, y, colour);
}

void outline(render::Image& image, PixelRect rect, int width, render::Rgb8 colour) {
    fill(image, {rect.x, rect.y, rect.width, width}, colour);
    fill(image, {rect.x, rect.y + rect.height - width, rect.width, width}, colour);
    fill(image, {rect.x, rect.y, width, rect.height}, colour);
    fill(image, {rect.x + rect.width - width, rect.y, width, rect.height}, colour);
}

}  // namespace mariani::app
