// The boxes that an engine cuts a fractal into, and the cells that they read of each other, as far
// as they are on screen and large enough to be seen.
#pragma once

#include "compute/service/gasket_request.hpp"

#include <cstdint>
#include <vector>

namespace mariani::app {

// A copy of the fractal at a lower level.
struct GasketBox {
    gasket::Cell corner;     // upper left, in cells
    std::uint32_t side = 1;  // in cells
    int depth = 0;           // 0: the whole
    bool operator==(const GasketBox&) const = default;
};

struct GasketTiles {
    std::uint32_t side = 1;              // of a tile, in cells
    std::vector<GasketBox> boxes;        // from the whole to the tiles
    std::vector<gasket::Cell> contacts;  // cells that another tile reads, each once
};

// Boxes have at least 8 pixels along their sides, and cells that are contacts 3.
GasketTiles tiles_on_screen(const gasket::Problem& problem, std::uint32_t tile_side,
                            const gasket::BoardView& view, ImageSize picture);

}  // namespace mariani::app
