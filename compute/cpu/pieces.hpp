// Rectangles cut into pieces that threads can share.
#pragma once

#include "compute/model/geometry.hpp"

#include <cstdint>
#include <vector>

namespace mariani::cpu {

// Appends rect as bands of about `pixels` pixels: whole rows, or parts of rows where one row is
// longer than that.
void append_bands(std::vector<PixelRect>& bands, PixelRect rect, std::int64_t pixels);

}  // namespace mariani::cpu
