// One step of a group of tiles by vectors.
#pragma once

#include "compute/workloads/gasket/rule.hpp"
#include "compute/workloads/gasket/tiles.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mariani::gasket::cpu {

// The tiles of a group: as many as fit into a cache line, so that vectors of any length do.
inline constexpr std::uint32_t lanes = 512;

// The same cell of all of them.
struct alignas(64) Line {
    std::array<std::uint64_t, lanes / 64> words{};
};

inline constexpr std::size_t halo_lines = corners * SubTile::cells;

// SubTileLinks with the numbers of lines: of the tile's cells, and of the halo's after them.
struct LineLinks {
    struct Source {
        std::uint32_t line = 0;
        TileSet tiles = no_tiles;
    };
    std::array<std::array<Source, 2>, outside_words> words{};
    bool inside = false;  // all words are from the first source, and for all tiles
};
std::vector<LineLinks> line_links(std::uint32_t sub_tiles);

struct GroupStep {
    const Line* own;   // of each cell of a tile
    const Line* halo;  // halo_lines
    Line* next_own;
    Line* next_halo;   // null: not wanted
    const Line* sets;  // tile_sets; a tile without a neighbour in a corner is in neither of its two
    std::span<const LineLinks> links;  // of the sub-tiles, and of the halo's
    Rule rule;
};

// Takes the step. Reads no line that it writes.
void take(const GroupStep& step);

}  // namespace mariani::gasket::cpu
