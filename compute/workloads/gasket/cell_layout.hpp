// Where the engines that spend a byte on each cell keep it, and how they count neighbours: one
// source for all backends. 1 is alive; bytes of holes are 0 and stay so.
//
// Cells are taken in blocks of rho x rho: boxes of the fractal, rho a power of s. In the expanded
// layout they lie where they are in the plane; in the compact ones each block has its own rho^2
// bytes, and the blocks follow each other in compact order or by rows of the compact rectangle.
#pragma once

#include "compute/model/host_device.hpp"
#include "compute/workloads/gasket/rule.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mariani::gasket {

enum class BlockOrder { expanded, rectangle, compact };

struct CellLayout {
    Shape blocks;  // the fractal with blocks for cells
    Shape block;   // one of them
    BlockOrder order = BlockOrder::expanded;

    MARIANI_HOST_DEVICE constexpr std::uint32_t side() const { return blocks.side * block.side; }
    MARIANI_HOST_DEVICE constexpr std::uint32_t rho() const { return block.side; }
    MARIANI_HOST_DEVICE constexpr std::uint64_t cells() const { return blocks.cells * block.cells; }
    MARIANI_HOST_DEVICE constexpr std::uint64_t bytes() const {
        return order == BlockOrder::expanded ? std::uint64_t{side()} * side()
                                             : blocks.cells * rho() * rho();
    }
    // From one row of a block to the next.
    MARIANI_HOST_DEVICE constexpr std::uint32_t row() const {
        return order == BlockOrder::expanded ? side() : rho();
    }

    // The first byte of the block at this place of the compact rectangle; compact layouts.
    MARIANI_HOST_DEVICE constexpr std::uint64_t begin_at(Cell compact) const {
        return (std::uint64_t{compact.y} * blocks.compact.x + compact.x) * rho() * rho();
    }
    // The first byte of the block with this number in compact order.
    MARIANI_HOST_DEVICE constexpr std::uint64_t begin_of(std::uint32_t index) const {
        if (order == BlockOrder::compact) return std::uint64_t{index} * rho() * rho();
        if (order == BlockOrder::rectangle) return begin_at(in_rectangle(blocks, index));
        const Cell at = lambda1(blocks, index);
        return std::uint64_t{at.y} * rho() * side() + std::uint64_t{at.x} * rho();
    }
    // Where the block's cell with this number is, from the block's first byte.
    MARIANI_HOST_DEVICE constexpr std::uint64_t offset_of(std::uint32_t index) const {
        const Cell at = lambda1(block, index);
        return std::uint64_t{at.y} * row() + at.x;
    }
    // The byte of any cell.
    MARIANI_HOST_DEVICE constexpr std::uint64_t place_of(std::uint32_t index) const {
        const auto in_block = static_cast<std::uint32_t>(block.cells);
        return begin_of(index / in_block) + offset_of(index % in_block);
    }
};

// Blocks of the largest power of s up to rho, and up to the whole fractal.
inline CellLayout cell_layout(const Fractal& fractal, int level, int rho, BlockOrder order) {
    int block_level = 0;
    while (block_level < level &&
           shape_of(fractal, block_level + 1).side <= static_cast<std::uint32_t>(rho))
        ++block_level;
    return {shape_of(fractal, level - block_level), shape_of(fractal, block_level), order};
}

// The next state of a cell somewhere in rows of bytes, all of whose neighbours are there.
MARIANI_HOST_DEVICE constexpr std::uint8_t next_inside(const std::uint8_t* cell, std::size_t row,
                                                       Rule rule) {
    const std::uint8_t *above = cell - row, *below = cell + row;
    const unsigned neighbours =
        0U + above[-1] + above[0] + above[1] + cell[-1] + cell[1] + below[-1] + below[0] + below[1];
    return static_cast<std::uint8_t>(rule.next(*cell != 0, neighbours));
}

// The same in a square of bytes, beyond which all is dead.
MARIANI_HOST_DEVICE constexpr std::uint8_t next_in_square(const std::uint8_t* square,
                                                          std::uint32_t side, Cell at, Rule rule) {
    const std::uint8_t* cell = square + std::size_t{at.y} * side + at.x;
    if (at.x > 0 && at.y > 0 && at.x + 1 < side && at.y + 1 < side)
        return next_inside(cell, side, rule);
    unsigned neighbours = 0;
    for (std::uint32_t y = at.y == 0 ? 0 : at.y - 1; y <= at.y + 1 && y < side; ++y)
        for (std::uint32_t x = at.x == 0 ? 0 : at.x - 1; x <= at.x + 1 && x < side; ++x)
            neighbours += square[std::size_t{y} * side + x];
    return static_cast<std::uint8_t>(rule.next(*cell != 0, neighbours - *cell));
}

// The ring of cells around a block, which belong to its eight neighbours: one source for all
// backends.
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
