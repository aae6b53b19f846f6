// What suits a picture: taken where the user has not chosen.
#pragma once

#include "compute/model/frame_plan.hpp"

namespace mariani {

namespace suited {
inline constexpr int least_side = 16;  // in pixels, of the regions that a picture starts as
inline constexpr int least_g = 4, most_g = 128;
inline constexpr int r = 2;
inline constexpr BlockSize block_of_ex{8, 16};
}  // namespace suited

// For a warp per region on a GPU: g, a power of two, and r, for a picture of this size, in one with
// the B given.
SubdivisionParams suited_subdivision(ImageSize image, int B);

// f32 while its digits tell pixels apart with room to spare.
Precision suited_precision(const View& view, ImageSize image);

}  // namespace mariani
