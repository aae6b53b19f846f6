// How the bit-sliced engines cut the gasket: into tiles with sides of 2^t cells, each of which is
// cut into sub-tiles. Word by word of 32 bits, so that cpu and cuda describe it alike.
#pragma once

#include "compute/model/host_device.hpp"
#include "compute/workloads/gasket/sub_tile.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mariani::gasket {

// Tiles follow each other in compact order. A group is `lanes` of them: for each cell of a tile in
// compact order `lanes` bits.
struct TileLayout {
    std::uint32_t tile_cells = SubTile::cells;  // 3^t
    std::uint32_t tiles = 1;
    std::uint32_t cells_in_use = SubTile::cells;  // of a tile; fewer where the fractal is smaller
    std::uint32_t lanes = 32;                     // a multiple of 32

    MARIANI_HOST_DEVICE constexpr std::uint32_t groups() const {
        return (tiles + lanes - 1) / lanes;
    }
    MARIANI_HOST_DEVICE constexpr std::uint32_t sub_tiles() const {
        return tile_cells / static_cast<std::uint32_t>(SubTile::cells);
    }
    MARIANI_HOST_DEVICE constexpr std::uint64_t cells() const {
        return std::uint64_t{tiles} * cells_in_use;
    }
    // The side of a tile, in cells of the box.
    constexpr std::uint32_t tile_side() const {
        std::uint32_t side = 1;
        for (std::uint32_t cells = cells_in_use; cells > 1; cells /= 3) side *= 2;
        return side;
    }
    MARIANI_HOST_DEVICE constexpr std::uint64_t words() const {
        return std::uint64_t{groups()} * tile_cells * (lanes / 32);
    }
    // The word and the bit in it.
    MARIANI_HOST_DEVICE constexpr std::uint64_t word_of(std::uint32_t tile,
                                                        std::uint32_t cell) const {
        return (std::uint64_t{tile / lanes} * tile_cells + cell) * (lanes / 32) + tile % lanes / 32;
    }
    MARIANI_HOST_DEVICE static constexpr std::uint32_t bit_of(std::uint32_t tile) {
        return tile % 32;
    }
};

// `tile_level` is at least 3. A fractal that is smaller than a tile is part of one.
TileLayout tile_layout(int level, int tile_level, std::uint32_t lanes);

// The neighbour that a tile meets in one corner.
class TileLink {
  public:
    TileLink() = default;
    // first: it is up, left or right, the one named first for this corner in sub_tile.hpp.
    TileLink(std::uint32_t tile, bool first)
        : bits_(tile | present_bit | (first ? first_bit : 0)) {}

    MARIANI_HOST_DEVICE bool present() const { return (bits_ & present_bit) != 0; }
    MARIANI_HOST_DEVICE bool first() const { return (bits_ & first_bit) != 0; }
    MARIANI_HOST_DEVICE std::uint32_t tile() const { return bits_ & ~(present_bit | first_bit); }

  private:
    static constexpr std::uint32_t present_bit = 1U << 31, first_bit = 1U << 30;
    std::uint32_t bits_ = 0;
};

// All tiles' links in a fractal of so many levels of tiles: corner by corner, the tiles in order.
std::vector<TileLink> tile_links(int levels);

// In which of its own corners the neighbour meets that is met in this one.
MARIANI_HOST_DEVICE constexpr int corner_met(int corner, bool first) {
    if (corner == top) return first ? lower_left : lower_right;
    if (corner == lower_left) return first ? lower_right : top;
    return first ? lower_left : top;
}

// The contacts that count, of the neighbours met in a corner, whichever they are.
struct ContactsMet {
    int count;
    std::array<std::uint8_t, 3> contacts;
};
inline constexpr std::array<ContactsMet, corners> contacts_met{
    {{3, {2, 3, 4}}, {2, {0, 4}}, {3, {0, 1, 2}}}};

// The sub-tile in a corner of a tile.
MARIANI_HOST_DEVICE constexpr std::uint32_t sub_tile_in(int corner, std::uint32_t sub_tiles) {
    if (corner == top) return 0;
    return corner == lower_left ? (sub_tiles - 1) / 2 : sub_tiles - 1;
}

// Where words from outside a sub-tile come from. The sub-tiles of a group of tiles are joined by
// three more, its halo: those of the neighbours that are met in the three corners. Bits of a word
// belong to tiles whose neighbours differ; hence two sources, each with the tiles that it is for.
enum TileSet : std::uint8_t {
    no_tiles,
    all_tiles,
    first_at_top,  // whose neighbour there is the first
    other_at_top,
    first_at_lower_left,
    other_at_lower_left,
    first_at_lower_right,
    other_at_lower_right,
};
inline constexpr std::size_t tile_sets = 8;

struct WordSource {
    std::uint16_t sub_tile = 0;
    std::uint8_t contact = 0;
    TileSet tiles = no_tiles;
};

struct SubTileLinks {
    std::array<std::array<WordSource, 2>, outside_words> words{};
};

// The links of the sub-tiles in order, and of the halo's in the order of corners.
std::vector<SubTileLinks> sub_tile_links(std::uint32_t sub_tiles);

}  // namespace mariani::gasket
