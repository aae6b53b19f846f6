// What suits a picture on a GPU, by its size: taken by `--engine auto` there, where the user has
// not chosen.
#pragma once

#include "compute/model/frame_request.hpp"

namespace mariani {

namespace suited {
inline constexpr int least_side = 16;  // in pixels, of the regions that a picture starts as
inline constexpr int least_g = 4, most_g = 128;
inline constexpr int r = 2;
inline constexpr BlockSize block_of_ex{8, 16};
}  // namespace suited

// g, a power of two, and r, for this part of a picture, in one with the B given.
SubdivisionParams suited_subdivision(const PixelRect& part, int B);

}  // namespace mariani
