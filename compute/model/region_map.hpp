// The regions of a frame in the form the grid overlay draws: a byte for each pixel of the picture
// and the cuts of each level's lattice. Its size does not depend on the number of regions.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/region.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
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

}  // namespace mariani
