// How each pixel of a frame got its dwell, derived from the map of the frame's regions.
#pragma once

#include "compute/model/region_map.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mariani {

enum class PixelOutcome : std::uint8_t {
    filled,  // within a filled region: not iterated
    border,  // on the border of a filled region: iterated to find it uniform
    leaf,    // in a leaf, or on its border: iterated
    shared,  // on the border of a subdivided region, and so of some of its children: iterated
             // with the coarsest; the others read it back or iterate it again, depending on the
             // engine
};
inline constexpr std::size_t pixel_outcomes = 4;

struct PixelOrigin {
    std::uint8_t level = 0;  // of the coarsest region that determined the dwell
    PixelOutcome outcome = PixelOutcome::leaf;
};

// `kind` is not no_region; `line` is the coarsest level with a region whose border holds the
// pixel.
constexpr PixelOrigin origin_of(RegionKind kind, std::uint8_t line) {
    const auto level = static_cast<std::uint8_t>((kind - 1) / 4);
    if (line < level) return {line, PixelOutcome::shared};
    if ((kind - 1) % 4 == static_cast<int>(Outcome::leaf)) return {level, PixelOutcome::leaf};
    return {level, line == level ? PixelOutcome::border : PixelOutcome::filled};
}

// By column of the picture, then by row: the coarsest level whose regions have a border there;
// mapped_levels if none has. A pixel's is the lesser of its column's and its row's.
std::vector<std::uint8_t> border_lines(const RegionMap& map);

}  // namespace mariani
