// A frame's number as bits among its own pixels, so that an observer of the screen can tell which
// frame is drawn, whichever way it got there: --mark-frames.
#pragma once

#include "compute/engine.hpp"

#include <cstdint>

namespace mariani::app {

// A row of 8 x 8 pixel cells from the top left corner: one inside and one outside, then for each of
// the number's lowest 16 bits, the lowest first, the bit and its complement, where 1 is inside.
// Writes into the frame's dwells before anything reads them; too small a frame is left unchanged.
// Throws std::runtime_error if the device cannot be written to.
void draw_mark(const Frame& frame, std::uint64_t number);

}  // namespace mariani::app
