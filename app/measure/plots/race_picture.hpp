// A race as one picture: each engine's picture with its regions, and bars ordered by time.
#pragma once

#include "app/measure/plots/canvas.hpp"
#include "app/measure/race.hpp"

namespace mariani::app {

// Lanes without a picture show why. There must be lanes.
Canvas draw_race(const Race& race);

}  // namespace mariani::app
