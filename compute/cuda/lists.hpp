// What engines keep on a device of a frame's regions, and how much room that takes: the plan tells,
// before anything is allocated, in a build without CUDA too.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/region.hpp"
#include "compute/subdivision/border.hpp"
#include "compute/subdivision/lattice.hpp"

#include <bit>
#include <cstdint>

namespace mariani::cuda {

// ASK-MBR: a region whose fill or leaf pixels are to be spread over blocks.
struct AskPiece {
    std::uint32_t cell;
    std::uint32_t dwell;
    std::uint32_t record;
    Outcome outcome;
};

// ASK: how many regions the prefix sum over a level adds up at a time.
inline constexpr unsigned insertion_tile = 256;

// WPR: a region above the tiles, while its border is iterated piece by piece.
struct Ring {
    unsigned pieces_done;
    std::uint32_t max;           // of the dwells of its pieces
    std::uint32_t inverted_min;  // the complement of the minimum
    Count iterations;
};

// WPR: a part of a filled region, or of a leaf, above the tiles.
struct Piece {
    PixelRect rect;
    std::uint32_t cell;
    std::uint32_t dwell;
    std::uint32_t record;
    int level;
    Outcome outcome;
};

// How a filled region, or the inside of a leaf, is cut into pieces.
struct PieceCut {
    PixelRect all;
    int width, height;  // of a piece

    MARIANI_HOST_DEVICE int columns() const { return (all.width + width - 1) / width; }
    MARIANI_HOST_DEVICE std::uint32_t parts() const {
        return static_cast<std::uint32_t>(columns() * ((all.height + height - 1) / height));
    }
    MARIANI_HOST_DEVICE PixelRect rect(std::uint32_t part) const {
        const int number = static_cast<int>(part);
        return subdivision::intersection(all, {all.x + number % columns() * width,
                                               all.y + number / columns() * height, width, height});
    }
};

// A fill into strips of rows, a leaf into squares of that side.
MARIANI_HOST_DEVICE inline PieceCut piece_cut(int piece_side, PixelRect region, Outcome outcome) {
    constexpr int fill_piece = 1 << 13;  // pixels, about
    if (outcome == Outcome::filled) return {region, region.width, 1 + fill_piece / region.width};
    return {subdivision::inside(region), piece_side, piece_side};
}

// WPR: a tile is a region that a warp solves with all that is below it.
inline constexpr int max_tile_side = 32;     // in pixels
inline constexpr int max_tile_regions = 16;  // along a side, at the last level
inline constexpr int max_tile_levels = 5;    // for that: r is at least 2

// Pieces of leaves, beside tiles of at most that many pixels: all of a piece is queued.
constexpr int piece_side_of(int tile_side) {
    return tile_side < max_tile_side - 2 ? tile_side : max_tile_side - 2;
}

constexpr int across(int length, std::int64_t lattice) {
    return static_cast<int>((length + lattice - 1) / lattice);
}

// How often regions of a lattice can be subdivided.
int levels_below(const FramePlan& plan, std::int64_t lattice);

bool is_tile(const FramePlan& plan, std::int64_t lattice, int tile_side);

// How many columns and rows of regions one of the level above can have, or the part on the first.
struct MostChildren {
    std::int64_t columns, rows;
};
MostChildren most_children(const FramePlan& plan, const Layout& layout, std::int64_t lattice);

// Entries of the lists that engines can need. Ex has one region.
std::int64_t most_regions(const FramePlan& plan, const Layout& layout);

// Whether times are recorded: WPR's warps take a region with all that is below it.
inline bool records(const FramePlan& plan) {
    return plan.record_times && (plan.engine != EngineKind::ask || plan.scheme != Scheme::wpr);
}

// Times of a recorded frame: of borders and insides, which several blocks may share.
std::int64_t most_spans(const FramePlan& plan, const Layout& layout);

struct AskRooms {
    std::int64_t tables[2]{};  // the OLTs, by the parity of their level
    std::int64_t pieces = 0;   // of MBR
    std::int64_t parents = 0;  // with prefix sums: regions of a level that may be subdivided
};
AskRooms ask_rooms(const FramePlan& plan, const Layout& layout);

struct WprRooms {
    std::int64_t tables[2]{};
    std::int64_t pieces = 0;
    std::int64_t rings = 0;
    std::int64_t columns = 0, rows = 0;  // dwells of lines: RingLines
};
WprRooms wpr_rooms(const FramePlan& plan, const Layout& layout, int tile_side);

// A frame's own list of so many regions has room rounded up, so that the next frame's finds a
// buffer that fits.
constexpr std::int64_t kept_room(std::int64_t regions) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(regions) | 1));
}

}  // namespace mariani::cuda
