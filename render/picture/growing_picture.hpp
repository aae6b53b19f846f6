// A picture that grows: its pixels become known one after another, in the order in which they were
// computed.
#pragma once

#include "compute/model/work_order.hpp"
#include "render/picture/image.hpp"
#include "render/picture/roles.hpp"

namespace mariani::render {

struct GrowingPicture {
    Image picture;    // as it ends, in rgb
    WorkOrder order;  // known_at covers the picture from 0, 0 on
};

// How it looks while it grows, as in shaders/growing.frag.
inline constexpr Rgb8 not_yet_known = role::unvisited;
inline constexpr Rgb8 frontier_light = role::frontier;
inline constexpr double frontier_share = 0.65;  // of the light, in what has just become known
inline constexpr double frontier_time = 0.04;   // until it has faded; a share of the whole time

// The same with sides of at most this length, made smaller by a whole number, so that films of
// large frames need no more memory. A pixel has the mean colour of those that it stands for, and is
// known with the first of them, so that borders stay visible.
GrowingPicture no_larger_than(int side, GrowingPicture growing);

// The picture at a moment, 0 to 1, and on until the light of the last pixels has faded, at another
// size: a pixel shows the mean of all those within it.
Image draw_growing(const GrowingPicture& growing, double moment, ImageSize size);

}  // namespace mariani::render
