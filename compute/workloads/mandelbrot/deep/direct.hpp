// The dwell of one pixel in many digits, without a reference: what is left for the pixels that no
// deltas decide.
#pragma once

#include "compute/workloads/mandelbrot/deep/pixel.hpp"
#include "compute/workloads/mandelbrot/deep/place.hpp"

#include <cstdint>
#include <stop_token>

namespace mariani::deep {

// Certified, unless |z| - 2 of a step that is not exact is less than the error of arithmetic with
// `bits` bits behind the point. Stops within 50 ms.
PixelResult direct_dwell(const PixelPoints& points, int x, int y, std::uint32_t limit,
                         std::int64_t bits, const std::stop_token& stop);

}  // namespace mariani::deep
