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

}  // namespace mariani::gasket
