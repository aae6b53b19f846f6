// The dwell of one pixel in many digits, without a reference: what is left for the pixels that no
// deltas decide.
#pragma once

#include "compute/workloads/mandelbrot/deep/pixel.hpp"
#include "compute/workloads/mandelbrot/deep/place.hpp"

#include <cstdint>
#include <stop_token>

namespace mariani::deep {

struct DirectTask {
    const PixelPoints& points;
    std::uint32_t limit;  // of the dwell
    std::int64_t bits;    // behind the point
    const std::stop_token& stop;
};

// Certified, unless |z| - 2 of a step that is not exact is less than the error of such arithmetic.
// Fills in the escape, with its slope, if there is one to fill in. Stops within 50 ms.
PixelResult direct_dwell(const DirectTask& task, int x, int y, Escape* escape = nullptr);

// Whether no point within a radius of another escapes in so many steps, for certain; by few digits,
// as long as the bound of the error, which the radius is a part of, tells. False within 50 ms of a
// stop request.
bool is_bounded_around(const PixelPart& re, const PixelPart& im, const ScaledReal& radius,
                       std::uint32_t limit, const std::stop_token& stop);

}  // namespace mariani::deep
