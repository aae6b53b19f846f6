// The ring of cells around a block, which belong to its eight neighbours: one source for all
// backends.
#pragma once

#include "compute/model/host_device.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <cstdint>
#include <vector>

namespace mariani::gasket {

inline constexpr int directions = 8;

// From a block to its neighbour, in blocks; `direction` row by row from the upper left.
struct Direction {
    int x;
    int y;
};
MARIANI_HOST_DEVICE constexpr Direction direction_of(int direction) {
    const int place = direction < 4 ? direction : direction + 1;  // 4 is the block itself
    return {place % 3 - 1, place / 3 - 1};
}

// The neighbour of a block, if it is inside the box.
struct Neighbour {
    Cell at;
    bool inside;
};
MARIANI_HOST_DEVICE constexpr Neighbour neighbour_of(Cell block, int direction,
                                                     std::uint32_t side) {
    const Direction step = direction_of(direction);
    // One less than 0 is far outside, too.
    const Cell at{block.x + static_cast<std::uint32_t>(step.x),
                  block.y + static_cast<std::uint32_t>(step.y)};
    return {at, at.x < side && at.y < side};
}

// A cell of the ring: a byte of the neighbour block, and where it goes.
struct HaloCell {
    std::uint8_t direction;
    std::uint16_t from;  // in the neighbour, rho bytes a row
    std::uint16_t to;    // in the block with its ring, rho + 2 bytes a row
};

// Cells of the ring around a block of rho x rho.
MARIANI_HOST_DEVICE constexpr std::uint32_t halo_cells(std::uint32_t rho) {
    return 4 * rho + 4;
}

// The ring's cell number i, from 0 to halo_cells(rho) - 1: above, below, left, right.
MARIANI_HOST_DEVICE constexpr HaloCell halo_cell(std::uint32_t i, std::uint32_t rho) {
    const std::uint32_t wide = rho + 2, across = 2 * wide;
    Cell to;  // in the block with its ring
    if (i < across)
        to = {i % wide, i < wide ? 0 : rho + 1};
    else
        to = {i - across < rho ? 0 : rho + 1, (i - across) % rho + 1};
    const std::uint32_t x = to.x == 0 ? 0 : to.x <= rho ? 1 : 2;
    const std::uint32_t y = to.y == 0 ? 0 : to.y <= rho ? 1 : 2;
    const std::uint32_t place = 3 * y + x;
    const Cell from{(to.x + rho - 1) % rho, (to.y + rho - 1) % rho};
    return {static_cast<std::uint8_t>(place < 4 ? place : place - 1),
            static_cast<std::uint16_t>(from.y * rho + from.x),
            static_cast<std::uint16_t>(to.y * wide + to.x)};
}

// All cells of the ring, or only those that are cells of the fractal and touch one in the block.
std::vector<HaloCell> whole_halo(std::uint32_t rho);
std::vector<HaloCell> contacts(const Shape& block);

}  // namespace mariani::gasket
