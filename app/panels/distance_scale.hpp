// The colours of the picture that shows the distance from the set, and what they mean.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// Whether the frame on screen is coloured by distance, in a palette that is known.
bool shows_distance(const PanelContext& context);

// From none to the farthest, in pixels and unlit; where shows_distance(). `width` in ImGui's units.
void draw_distance_scale(const PanelContext& context, float width);

}  // namespace mariani::app
