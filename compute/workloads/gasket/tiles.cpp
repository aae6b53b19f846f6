#include "compute/workloads/gasket/tiles.hpp"

#include <stdexcept>

namespace mariani::gasket {
namespace {

// Displacements to a corner's two neighbours, in tiles.
struct Step {
    int x, y;
};
constexpr Step steps[corners][2] = {{{0, -1}, {-1, -1}}, {{-1, 0}, {0, 1}}, {{1, 0}, {1, 1}}};

// The link of a tile at a corner, of n x n tiles.
TileLink link_at(Cell tile, std::size_t corner, std::uint32_t n) {
    for (const bool first : {true, false}) {
        const Step step = steps[corner][first ? 0 : 1];
        const Cell to{tile.x + static_cast<std::uint32_t>(step.x),
                      tile.y + static_cast<std::uint32_t>(step.y)};
        if (to.x < n && to.y < n && gasket_member(to, n)) return {gasket_nu1(to), first};
    }
    return {};
}

// The contact of the sub-tile in the corner where a neighbour is met, by the word that it fills.
struct Meeting {
    std::uint8_t word, contact;
};
struct Meetings {
    Corner corner;
    bool first;
    std::array<Meeting, 2> words;
    int count;
};
constexpr Meetings meetings[] = {
    {top, true, {{{0, 2}, {1, 3}}}, 2},         {top, false, {{{0, 4}, {}}}, 1},
    {lower_left, true, {{{2, 4}, {}}}, 1},      {lower_left, false, {{{3, 0}, {}}}, 1},
    {lower_right, true, {{{4, 1}, {5, 2}}}, 2}, {lower_right, false, {{{4, 0}, {}}}, 1}};

// Adds what `from`, met in this way, gives to a sub-tile.
void connect(SubTileLinks& links, const Meetings& meeting, std::size_t from, TileSet tiles) {
    for (int i = 0; i < meeting.count; ++i) {
        const auto [word, contact] = meeting.words[static_cast<std::size_t>(i)];
        auto& sources = links.words[word];
        auto& free = sources[0].tiles == no_tiles ? sources[0] : sources[1];
        free = {static_cast<std::uint16_t>(from), contact, tiles};
    }
}

TileSet tiles_with(int corner, bool first) {
    return static_cast<TileSet>(first_at_top + 2 * corner + (first ? 0 : 1));
}

// The other side of a meeting: which of the neighbour's own meetings it is.
const Meetings& seen_from_there(const Meetings& meeting) {
    const int corner = corner_met(meeting.corner, meeting.first);
    const Step there = steps[meeting.corner][meeting.first ? 0 : 1];
    for (const auto& candidate : meetings) {
        const Step back = steps[candidate.corner][candidate.first ? 0 : 1];
        if (candidate.corner == corner && back.x == -there.x && back.y == -there.y)
            return candidate;
    }
    throw std::logic_error("a meeting of two tiles has no other side");
}

}  // namespace

TileLayout tile_layout(int level, int tile_level, std::uint32_t lanes) {
    TileLayout layout;
    layout.lanes = lanes;
    for (int m = SubTile::level; m < tile_level; ++m) layout.tile_cells *= 3;
    for (int m = tile_level; m < level; ++m) layout.tiles *= 3;
    layout.cells_in_use = layout.tile_cells;
    for (int m = level; m < tile_level; ++m) layout.cells_in_use /= 3;
    return layout;
}

std::vector<TileLink> tile_links(int levels) {
    std::uint32_t tiles = 1;
    for (int m = 0; m < levels; ++m) tiles *= 3;
    std::vector<TileLink> links(corners * tiles);
    for (std::size_t corner = 0; corner < corners; ++corner)
        for (std::uint32_t tile = 0; tile < tiles; ++tile)
            links[corner * tiles + tile] = link_at(gasket_lambda1(tile), corner, 1U << levels);
    return links;
}

std::vector<SubTileLinks> sub_tile_links(std::uint32_t sub_tiles) {
    int levels = 0;
    for (std::uint32_t rest = sub_tiles; rest > 1; rest /= 3) ++levels;
    const auto inside = tile_links(levels);
    std::vector<SubTileLinks> links(sub_tiles + corners);
    for (const auto& meeting : meetings) {
        for (std::uint32_t sub = 0; sub < sub_tiles; ++sub) {
            const TileLink link = inside[std::size_t{meeting.corner} * sub_tiles + sub];
            if (link.present() && link.first() == meeting.first)
                connect(links[sub], meeting, link.tile(), all_tiles);
        }
        const auto halo = sub_tiles + meeting.corner;
        const auto own = sub_tile_in(meeting.corner, sub_tiles);
        const TileSet tiles = tiles_with(meeting.corner, meeting.first);
        connect(links[own], meeting, halo, tiles);
        connect(links[halo], seen_from_there(meeting), own, tiles);
    }
    return links;
}

}  // namespace mariani::gasket
