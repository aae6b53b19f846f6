// The automatic dwell limit: found from the frames of a view, one after the other.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/dwell_summary.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/view.hpp"

#include <cstdint>

namespace mariani::app {

// The highest limit that is chosen for a view of this height: 512 at the height 4, twice as much at
// each 16th of it, rounded up to a power of two.
std::uint32_t max_suited_dwell_limit(Length height);

// The limit for the next frame of this frame's view. Two or four times its own if pixels still
// escape in the second half of the steps, or if none escapes; half of it if an eighth would do;
// else its own. No two limits lead to each other.
std::uint32_t suited_dwell_limit(const FramePlan& plan, const DwellSummary& dwells);

// Whether a higher limit may show something in a frame that is flat: every pixel has reached the
// limit, some of them by iterating, and higher ones are chosen at this height.
bool limit_hides_all(const Frame& frame, const DwellSummary& dwells);

}  // namespace mariani::app
