// The level t of tiles that the bit-sliced engine of the cuda backend can take.
#pragma once

#include "compute/workloads/gasket/sub_tile.hpp"

#include <algorithm>

namespace mariani::gasket::cuda {

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

}  // namespace mariani::gasket::cuda
