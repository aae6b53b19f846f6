#include "compute/cuda/lists.hpp"

#include <algorithm>

namespace mariani::cuda {
namespace {

std::int64_t regions_on(const FramePlan& plan, const Layout& layout, std::int64_t lattice) {
    return subdivision::regions_on(layout, plan.subdivision.g, lattice).count();
}

bool is_subdivided(const FramePlan& plan, std::int64_t lattice) {
    return subdivision::subdivides(plan.image, plan.subdivision, lattice);
}

// The most pieces of a large region.
std::int64_t most_pieces(const FramePlan& plan, std::int64_t lattice, int piece_side) {
    const PixelRect largest{0, 0, across(plan.image.width, lattice),
                            across(plan.image.height, lattice)};
    const auto fills = piece_cut(piece_side, largest, Outcome::filled).parts();
    if (is_subdivided(plan, lattice)) return fills;
    return std::max(fills, piece_cut(piece_side, largest, Outcome::leaf).parts());
}

}  // namespace

int levels_below(const FramePlan& plan, std::int64_t lattice) {
    int levels = 0;
    for (; is_subdivided(plan, lattice); lattice *= plan.subdivision.r) ++levels;
    return levels;
}

bool is_tile(const FramePlan& plan, std::int64_t lattice, int tile_side) {
    std::int64_t regions = 1;
    const int levels = levels_below(plan, lattice);
    for (int i = 0; i < levels && regions <= max_tile_regions; ++i) regions *= plan.subdivision.r;
    return regions <= max_tile_regions &&
           across(subdivision::longer_side(plan.image), lattice) <= tile_side;
}

// A region has no more children than pixels.
MostChildren most_children(const FramePlan& plan, const Layout& layout, std::int64_t lattice) {
    const auto [g, r, B] = plan.subdivision;
    if (lattice == g) {
        const subdivision::Children first = subdivision::first_regions(layout, g);
        return {first.columns.count, first.rows.count};
    }
    return {std::min(r, across(plan.image.width, lattice / r)),
            std::min(r, across(plan.image.height, lattice / r))};
}

std::int64_t most_regions(const FramePlan& plan, const Layout& layout) {
    std::int64_t sum = 0, lattice = plan.subdivision.g;
    while (true) {
        sum += regions_on(plan, layout, lattice);
        if (!is_subdivided(plan, lattice)) return sum;
        lattice *= plan.subdivision.r;
    }
}

// Ex has a block a tile. Elsewhere a block that is one of several has at least as many pixels as
// threads. Every block of a launch may leave a leaf off at its end and go on with it in the next
// one, and a launch ends after 20 ms: there is room for 10 s of leaves on 2048 blocks at a time.
std::int64_t most_spans(const FramePlan& plan, const Layout& layout) {
    constexpr std::int64_t left_off = 1 << 20;
    const auto [width, height] = plan.block;
    if (plan.engine == EngineKind::ex)
        return std::int64_t{across(plan.part.width, width)} * across(plan.part.height, height);
    return 2 * most_regions(plan, layout) + pixel_count(plan.part) / (width * height) + left_off;
}

AskRooms ask_rooms(const FramePlan& plan, const Layout& layout) {
    AskRooms rooms;
    std::int64_t lattice = plan.subdivision.g;
    for (int level = 0;; ++level, lattice *= plan.subdivision.r) {
        const std::int64_t regions = regions_on(plan, layout, lattice);
        if (plan.scheme == Scheme::mbr) rooms.pieces = std::max(rooms.pieces, regions);
        auto& table = rooms.tables[level % 2];
        if (level > 0) table = std::max(table, regions);
        if (!is_subdivided(plan, lattice)) return rooms;
        if (plan.insertion == Insertion::prefix_sum)
            rooms.parents = std::max(rooms.parents, regions);
    }
}

WprRooms wpr_rooms(const FramePlan& plan, const Layout& layout, int tile_side) {
    const auto [g, r, B] = plan.subdivision;
    WprRooms rooms;
    std::int64_t lattice = g, above = 1;
    for (int level = 0; !is_tile(plan, lattice, tile_side); ++level, lattice *= r) {
        const std::int64_t regions = regions_on(plan, layout, lattice);
        auto& table = rooms.tables[(level + 1) % 2];
        table = std::max(table, regions);
        const MostChildren children = most_children(plan, layout, lattice);
        rooms.rings = std::max(rooms.rings, above * children.columns * children.rows);
        rooms.pieces += regions * most_pieces(plan, lattice, piece_side_of(tile_side));
        rooms.columns = 2 * layout.columns.count * (lattice / g) * plan.part.height;
        rooms.rows = 2 * layout.rows.count * (lattice / g) * plan.part.width;
        if (!is_subdivided(plan, lattice)) break;
        above = regions;
    }
    return rooms;
}

}  // namespace mariani::cuda
