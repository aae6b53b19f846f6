// The colours of what is shown of a frame.
#pragma once

#include "render/picture/colour_map.hpp"
#include "render/picture/palette_library.hpp"

#include <cstdint>

namespace mariani::render {

// What colours depend on of a frame.
struct FrameRange {
    std::uint32_t dwell_limit = 0;
    const DwellSummary& dwells;
    std::uint32_t most_work = 0;  // iterations of one pixel
};

// Throws as ColourMap and PaletteLibrary::get.
ColourMap frame_colours(Quantity shown, const Colouring& colouring, PaletteLibrary& palettes,
                        const FrameRange& range);

// That of work, in which more is lighter.
inline constexpr const char* work_palette = "inferno";

}  // namespace mariani::render
