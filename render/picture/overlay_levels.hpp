// What all regions of a level share in an overlay: its colours and the opacity of its
// lines.
#pragma once

#include "compute/model/region_map.hpp"
#include "render/picture/overlay_style.hpp"

#include <cstddef>

namespace mariani::render {

inline constexpr std::size_t overlay_levels = mapped_levels;

// Each region has a dark line inside its outline, so that the outline is visible on light parts of
// the picture too.
inline constexpr Rgb8 casing_colour{10, 10, 14};

// The opacity of lines, 0 to 1, around regions that appear `side` pixels wide: even thin lines
// around small regions would cover the picture.
struct LineOpacity {
    float line;
    float casing;
};
LineOpacity line_opacity(const OverlayStyle& style, double side, int line_width);

}  // namespace mariani::render
