// A race as one picture: every engine's own with its regions, and bars in the order of their times.
#pragma once

#include "app/measure/race.hpp"
#include "render/picture/image.hpp"

namespace mariani::app {

// Lanes without a picture show why. Not of a race without lanes.
render::Image draw_race(const Race& race);

}  // namespace mariani::app
