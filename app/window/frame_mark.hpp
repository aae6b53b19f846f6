// A frame's number as bits among its own pixels, so that whoever looks at the screen can tell which
// frame is drawn, whatever way it took there: --mark-frames.
#pragma once

#include "compute/engine.hpp"

#include <cstdint>

namespace mariani::app {

// From the top left corner on cells of 8 x 8 pixels, side by side: an inside one and an outside
// one, then for each of the number's lowest 16 bits, the lowest first, the bit and its opposite,
// where 1 is inside. Writes into the frame's dwells, before anything reads them; a frame too small
// stays as it is. Throws std::runtime_error when the device cannot be written to.
void draw_mark(const Frame& frame, std::uint64_t number);

}  // namespace mariani::app
