// Which regions the grid overlay shows, and how: the settings and what they mean, and what all
// regions of a level share; and what shaders/regions.frag and the CPU look up to draw it.
#pragma once

#include "compute/model/region.hpp"
#include "compute/model/region_map.hpp"
#include "render/picture/image.hpp"
#include "render/picture/roles.hpp"
#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mariani::render {

struct OverlayStyle {
    bool shown = false;
    bool filled = true;
    bool subdivided = true;
    bool leaves = true;
    std::uint32_t levels = 0xffffffffu;  // bit i: level i is shown
    int replay_level = -1;      // -1: the finished subdivision; else its state at that level
    float tint = 0.25f;         // of the outcome over the region's area, 0 to 1
    float line_opacity = 0.8f;  // of the outlines, 0 to 1
    bool operator==(const OverlayStyle&) const = default;
};

// The style of a subdivision that is played, at a level or finished (-1). On the way what is filled
// is tinted, to be told from what is not.
OverlayStyle replayed(OverlayStyle style, int level);

// How a region appears. When level i is replayed, the levels before it have their final outcomes
// and the regions of level i are unresolved: the picture shows their borders, which are computed,
// and their insides, not known yet, are covered. Their outlines lie within their borders.
enum class Appearance : std::uint8_t { filled, subdivided, leaf, unresolved, hidden };
Appearance appearance(const OverlayStyle& style, const Region& region);

// The legend: an outline's colour by level (light to deep, ordered, distinguishable by colour-blind
// readers and legible over every palette) and an area's tint by appearance, with its own opacity.
Rgb8 level_colour(int level);
struct Tint {
    Rgb8 colour;
    float opacity = 0;  // 0: no tint; multiplied by OverlayStyle::tint, except for unresolved
};
Tint outcome_tint(Appearance appearance);
inline Tint outcome_tint(Outcome outcome) {
    return outcome_tint(static_cast<Appearance>(outcome));
}

// For pixels shown by how they got their dwell: a region's outcome keeps its colour.
Rgb8 outcome_colour(PixelOutcome outcome);

// For pixels shown by their work, where there was none.
inline constexpr Rgb8 idle_colour = role::idle;

// The tint as drawn: its opacity scaled by the style's.
Tint tint_of(const OverlayStyle& style, Appearance appearance);

inline constexpr std::size_t overlay_levels = mapped_levels;

// Each region has a dark line inside its outline, so that the outline is visible on light parts of
// the picture too.
inline constexpr Rgb8 casing_colour = role::casing;

// The opacity of lines, 0 to 1, around regions that appear `side` pixels wide: even thin lines
// around small regions would cover the picture.
struct LineOpacity {
    float line;
    float casing;
};
LineOpacity line_opacity(const OverlayStyle& style, double side, int line_width);

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
