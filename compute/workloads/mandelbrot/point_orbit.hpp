// The orbit of one pixel's point, for the eye.
#pragma once

#include "compute/model/orbits.hpp"

#include <cstddef>
#include <cstdint>
#include <stop_token>

namespace mariani::mandelbrot {

// In double, from where the pixel's orbit begins in a frame of double precision: its dwell is that
// of the frame. Keeps at most that many points. A point that has not escaped after the dwell limit
// is followed further, to find the cycle that attracts it.
PointOrbit orbit_of_pixel(const View& view, ImageSize image, int x, int y,
                          std::uint32_t dwell_limit, std::size_t max_points);

// Whether the picture's outermost pixels never escape, in double: then all of it is inside, for the
// set has no holes. False where this takes too long to find out (0.2 s), in deep zoom and if
// stopped.
bool edge_is_inside(const View& view, ImageSize image, const std::stop_token& stop);

}  // namespace mariani::mandelbrot
