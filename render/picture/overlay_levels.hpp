// What of an overlay is the same for all regions of a level: its colours and how strongly its lines
// show.
#pragma once

#include "compute/model/region_map.hpp"
#include "render/picture/overlay_style.hpp"

#include <cstddef>

namespace mariani::render {

inline constexpr std::size_t overlay_levels = mapped_levels;

// Within its outline each region has a dark line, so that the outline can be told from light parts
// of the picture, too.
inline constexpr Rgb8 casing_colour{10, 10, 14};

// How strongly lines show, 0 to 1, around regions that appear `side` pixels wide: thin lines around
// small regions would cover the picture.
struct LineOpacity {
    float line;
    float casing;
};
LineOpacity line_opacity(const OverlayStyle& style, double side, int line_width);

}  // namespace mariani::render
