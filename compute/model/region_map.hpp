// The regions of a frame in the form the grid overlay draws: a byte for each pixel of the picture
// and the cuts of each level's lattice. Its size does not depend on the number of regions.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/region.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mariani {

// Deeper levels count as the last one; there are none below 2^17 pixels.
inline constexpr std::size_t mapped_levels = 32;

// The deepest region over a pixel: level * 4 + 1 + outcome, 0 for none. As regions nest in
// lattices, it and the lattices' cuts determine every region over the pixel. Filled regions and
// leaves tile the picture: the whole map is complete once each of them, in any order, has written
// its own pixels.
using RegionKind = std::uint8_t;
inline constexpr RegionKind no_region = 0;

constexpr RegionKind kind_of(const Region& region) {
    const std::size_t level = region.level < mapped_levels ? region.level : mapped_levels - 1;
    return static_cast<RegionKind>(level * 4 + 1 + static_cast<std::size_t>(region.outcome));
}

// Where a level's regions begin and end.
struct LevelCuts {
    int side = 0;  // the maximum shorter side of its regions in pixels; 0 if it has none
    std::vector<int> columns;  // ascending, in pixels of the picture
    std::vector<int> rows;
};

struct RegionMap {
    Field kinds;                    // over the whole image, a RegionKind per pixel
    std::vector<LevelCuts> levels;  // at most mapped_levels

    ImageSize size() const { return {kinds.extent().width, kinds.extent().height}; }
};

// The regions may come in any order; those of one level lie in one lattice, as from every engine,
// and within the image. Thread-safe; 20 ms for a million regions on 8 million pixels.
RegionMap map_regions(std::span<const Region> regions, ImageSize image);

// The cuts of one axis from a byte for each of its positions, 0 where no region begins or ends.
std::vector<int> cuts_at(std::span<const std::uint8_t> marks);

// How each pixel of a frame got its dwell, derived from the map of the frame's regions.
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

// The levels of a row's pixels, or their outcomes; the map is in host memory, the lines are its.
void origins_in_row(const RegionMap& map, std::span<const std::uint8_t> lines, int row, bool levels,
                    std::span<std::uint32_t> origins);

}  // namespace mariani
