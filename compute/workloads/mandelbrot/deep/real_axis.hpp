// Pixels on the real axis, exactly: their dwells are known by a theorem, and by no computation,
// for there is chaos at most of them and no bound of an error lasts.
#pragma once

#include "compute/workloads/mandelbrot/deep/place.hpp"

namespace mariani::deep {

// The pixels of a part whose points are exactly real, above -2 and at most 1/4: a piece of one row,
// or nothing. None of them ever escapes: certificate.md. The place is valid.
PixelRect bounded_real_pixels(const Place& place, ImageSize size, const PixelPoints& points,
                              const PixelRect& part);

}  // namespace mariani::deep
