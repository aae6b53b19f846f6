// What shaders/regions.frag and the CPU look up to draw the grid overlay. Made for each draw, with
// an entry for each column and row of the viewport and for each look that a pixel can have.
#pragma once

#include "compute/model/region_map.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mariani::render {

// A column or row of the viewport. Lattices nest: an outline of one level lies on outlines of
// all deeper levels too, so the coarsest level says it all. 4 bytes, as the shader reads
// them.
struct OverlayAxisPixel {
    std::uint16_t source = 0;  // the picture's column or row that appears there
    std::uint8_t line = 0;     // the coarsest level with a line there; `levels`: none
    std::uint8_t casing = 0;   // the coarsest level with a line or its casing there
};

struct OverlayTables {
    std::uint32_t levels = 0;            // that the picture has
    std::vector<OverlayAxisPixel> axes;  // the viewport's columns, then its rows from the top
    PixelRect covered;                   // the viewport's part under the picture, from the top

    // Premultiplied colours, one byte each of RGBA; indexed by casing, line (see above, both 0 to
    // levels) and the deepest region's kind (0 to 4 * levels).
    std::vector<std::uint32_t> looks;

    // The look of a pixel in this column and row with this kind of deepest region.
    std::uint32_t look(OverlayAxisPixel column, OverlayAxisPixel row, RegionKind kind) const {
        const std::uint32_t line = std::min(column.line, row.line);
        const std::uint32_t casing = std::min(column.casing, row.casing);
        return looks[(casing * (levels + 1) + line) * 4 * levels + kind];
    }
};

// line_width is in pixels of the viewport. Regions that would be smaller than half a pixel are left
// out.
OverlayTables overlay_tables(const RegionMap& map, const OverlayStyle& style,
                             const Placement& placement, ImageSize viewport, int line_width);

}  // namespace mariani::render
