// The colours of the quantity shown of a frame.
#pragma once

#include "render/picture/colour_map.hpp"
#include "render/picture/palette.hpp"

#include <cstdint>

namespace mariani::render {

// The ranges of a frame on which its colours depend.
struct FrameRange {
    std::uint32_t dwell_limit = 0;
    const DwellSummary& dwells;
    std::uint32_t max_work = 0;  // iterations of one pixel
    // What distance_scale() takes: the whole picture's height, and its pixel in the frame's.
    double height = 4;
    double pixel = 1;
};

// Throws what ColourMap and PaletteLibrary::get throw.
ColourMap frame_colours(Quantity shown, const Colouring& colouring, PaletteLibrary& palettes,
                        const FrameRange& range);

// The palette for work: lighter is more.
inline constexpr const char* work_palette = "inferno";

}  // namespace mariani::render
