// Which regions the grid overlay shows, and how: the settings and what they mean.
#pragma once

#include "compute/model/pixel_origin.hpp"
#include "compute/model/region.hpp"
#include "render/picture/rgb.hpp"

#include <cstdint>

namespace mariani::render {

struct OverlayStyle {
    bool shown = false;
    bool filled = true;
    bool subdivided = true;
    bool leaves = true;
    std::uint32_t levels = 0xffffffffu;  // bit i: level i is shown
    int replay_level = -1;      // -1: the finished subdivision; else as it was at that level
    float tint = 0.2f;          // of the outcome over the region's area, 0 to 1
    float line_opacity = 0.8f;  // of the outlines, 0 to 1
    bool operator==(const OverlayStyle&) const = default;
};

// How a region appears. Replaying level i, the levels before it have ended as they did and the
// regions of level i are unresolved: known to be looked at, their insides not known yet.
enum class Appearance : std::uint8_t { filled, subdivided, leaf, unresolved, hidden };
Appearance appearance(const OverlayStyle& style, const Region& region);

// The legend: an outline's colour by level (light to deep, ordered, told apart by colour-blind
// readers and readable over every palette) and an area's tint by appearance, with its own opacity.
Rgb8 level_colour(int level);
struct Tint {
    Rgb8 colour;
    float opacity = 0;  // 0: no tint; multiplied by OverlayStyle::tint, save for unresolved
};
Tint outcome_tint(Appearance appearance);
inline Tint outcome_tint(Outcome outcome) {
    return outcome_tint(static_cast<Appearance>(outcome));
}

// Of pixels shown by how they came by their dwell: those of a region's outcome keep its colour.
Rgb8 outcome_colour(PixelOutcome outcome);

// Of pixels shown by their work, where there was none.
inline constexpr Rgb8 idle_colour{56, 62, 76};

// The tint as drawn: with the style's share in its opacity.
Tint tint_of(const OverlayStyle& style, Appearance appearance);

}  // namespace mariani::render
