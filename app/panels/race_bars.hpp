// The times of a race as bars, the fastest first.
#pragma once

#include "app/measure/race.hpp"
#include "app/panels/panels.hpp"

namespace mariani::app {

// A bar ends at the median; the line through its end spans the range of the runs. Racers that could
// not run follow, with the reason.
void race_bars(const PanelContext& context, const Race& race);

// The colour of a lane's picture and bar, as a square in a line of this height; stays on the line.
void lane_swatch(const PanelContext& context, std::size_t lane, float line_height);
float swatch_width();  // with the space after it

}  // namespace mariani::app
