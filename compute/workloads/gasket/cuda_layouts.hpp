// How the engines of the cuda backend lay out a state: known without a GPU.
#pragma once

#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/sub_tile.hpp"
#include "compute/workloads/gasket/tiles.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace mariani::gasket::cuda {

// The level t of tiles that the bit-sliced engine of the cuda backend can take.
struct TileLevels {
    int least;
    int most;
    int automatic;
};

// A thread takes a sub-tile, and a warp a tile with its halo: 27 + 3 threads. More than 3^14 tiles
// would need more memory for their neighbours than is worth it.
inline TileLevels tile_levels(int level) {
    constexpr int most = 6;
    const int least = std::max(SubTile::level, level - 14);
    return {least, most, std::clamp(level, least, most)};
}

constexpr bool is_expanded(EngineKind kind) {
    return kind == EngineKind::bb || kind == EngineKind::lambda;
}

// The engines with a byte for each cell; the blocks of lambda are numbered as those of nu are.
inline CellLayout cell_layout_of(EngineKind kind, const Problem& problem, const Method& method) {
    const BlockOrder order = kind == EngineKind::table ? BlockOrder::compact
                             : is_expanded(kind)       ? BlockOrder::expanded
                                                       : BlockOrder::rectangle;
    return cell_layout(problem.fractal, problem.level, method.rho, order);
}

// Whether their blocks work on copies in shared memory.
constexpr bool copies_blocks(EngineKind kind, const Method& method) {
    return method.shared.value_or(!is_expanded(kind));
}

// The bit-sliced engine: the tiles of a group are the lanes of a warp.
inline constexpr std::uint32_t tile_lanes = 32;
inline int tile_level_of(const Problem& problem, const Method& method) {
    return method.tile.value_or(tile_levels(problem.level).automatic);
}
inline TileLayout tile_layout_of(const Problem& problem, const Method& method) {
    return tile_layout(problem.level, tile_level_of(problem, method), tile_lanes);
}

// What others may see of a tile: a bit for each contact of the sub-tiles in its three corners.
using CornerBits = std::uint16_t;
constexpr std::size_t bytes_of_tiles(const TileLayout& layout) {
    return layout.words() * sizeof(std::uint32_t) +
           std::size_t{layout.groups()} * tile_lanes * sizeof(CornerBits);
}

// Each of the two buffers has a state so laid out, or its canonical words.
constexpr std::size_t buffer_bytes(std::size_t laid_out, std::uint64_t cells) {
    return std::max(laid_out, static_cast<std::size_t>((cells + 63) / 64 * 8));
}

}  // namespace mariani::gasket::cuda
