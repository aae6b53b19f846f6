// Areas, lines and dots of pictures with many thousands of them, which are drawn anew while a
// workload moves: Cairo (app/measure/plots/canvas.hpp) takes 6 to 24 times as long.
#pragma once

#include "compute/model/geometry.hpp"
#include "render/picture/image.hpp"
#include "render/picture/roles.hpp"

namespace mariani::app {

namespace role = render::role;

// Within the image.
void fill(render::Image& image, PixelRect rect, render::Rgb8 colour);
void outline(render::Image& image, PixelRect rect, int width, render::Rgb8 colour);

// Points are in pixels, whose centres are at .5. Everything is clipped.
struct PlotPoint {
    double x = 0, y = 0;
};
struct Pen {
    render::Rgb8 colour;
    double width = 2;
};
void line(render::Image& image, PixelRect clip, PlotPoint from, PlotPoint to, const Pen& pen);
// A pixel wide, of two pixels that share its colour, in an rgba image. Without what lies at its
// end, where another one may begin.
void hairline(render::Image& image, PixelRect clip, PlotPoint from, PlotPoint to,
              render::Rgb8 colour);
void dot(render::Image& image, PixelRect clip, PlotPoint at, double radius, render::Rgb8 colour);

}  // namespace mariani::app
