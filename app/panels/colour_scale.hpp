// A strip of the picture's colours with ticks below.
#pragma once

#include "app/panels/panels.hpp"

#include <functional>

namespace mariani::app {

// Places are shares of the strip, from its left end.
struct ColourScale {
    std::function<render::Rgb8(double place)> colour;
    std::function<double(double value)> place;
    double max = 1;  // at the right end
};

// With ticks at 1, 10, 100 ... and at the most; `width` in ImGui's units.
void draw_colour_scale(const PanelContext& context, const ColourScale& scale, float width);

}  // namespace mariani::app
