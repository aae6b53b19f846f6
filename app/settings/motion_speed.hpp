#pragma once

namespace mariani::app {

// Of the motion of curves and points.
inline constexpr double least_motion_speed = 0.01, most_motion_speed = 100;

}  // namespace mariani::app
