#pragma once

namespace mariani::app {

// How much faster than the clock curves and points may move.
inline constexpr double least_motion_speed = 0.01, most_motion_speed = 100;

}  // namespace mariani::app
