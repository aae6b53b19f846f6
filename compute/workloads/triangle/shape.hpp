// A triangle of cells and its blocks: the values that maps take and give. Cells are the pairs
// (row, column) with 0 <= column <= row < side; blocks are squares of cells, laid out alike.
#pragma once

#include "compute/model/host_device.hpp"

#include <cstdint>

namespace mariani::triangle {

using Count = std::int64_t;

// n(n+1)/2: the elements in rows 0 to n - 1.
MARIANI_HOST_DEVICE constexpr Count triangle_number(Count n) {
    return n * (n + 1) / 2;
}

struct Shape {
    int side = 1;          // N, in cells
    int block = 16;        // rho, the side of a block: a power of two
    int log2_block = 4;    // its logarithm
    int blocks = 1;        // n = ceil(N / rho): the side in blocks
    bool diagonal = true;  // its cells belong to the domain
    float offset = -0.5F;  // epsilon - 1/2: what LTM-X, -R and -N add to the root
    int rec_base = 1;      // m of REC: the side in blocks of its smallest squares
    int dp_leaf = 1;       // the side in blocks at which DP's recursion ends
};

// Its side in cells to the end of the last block.
MARIANI_HOST_DEVICE constexpr Count padded_side(const Shape& shape) {
    return Count{shape.blocks} * shape.block;
}

constexpr Shape shape_of(int side, int log2_block, bool diagonal = true) {
    Shape shape;
    shape.side = side;
    shape.log2_block = log2_block;
    shape.block = 1 << log2_block;
    shape.blocks = (side + shape.block - 1) >> log2_block;
    shape.diagonal = diagonal;
    return shape;
}

MARIANI_HOST_DEVICE constexpr Count block_count(const Shape& shape) {
    return triangle_number(shape.blocks);
}
MARIANI_HOST_DEVICE constexpr Count cell_count(const Shape& shape) {
    return triangle_number(shape.side - (shape.diagonal ? 0 : 1));
}

struct Cell {
    int row = -1;
    int column = -1;
    bool operator==(const Cell&) const = default;
};

// Whether the cell lies in the triangle, whatever the map made of its coordinates.
MARIANI_HOST_DEVICE constexpr bool in_triangle(const Shape& shape, Cell cell) {
    const auto row = static_cast<unsigned>(cell.row), column = static_cast<unsigned>(cell.column);
    return row < static_cast<unsigned>(shape.side) && column <= row;
}
// Whether it is to be computed.
MARIANI_HOST_DEVICE constexpr bool in_domain(const Shape& shape, Cell cell) {
    return in_triangle(shape, cell) && (shape.diagonal || cell.row != cell.column);
}

// What a map gives a block: a block of the triangle, by its row and column. Maps of threads keep
// the block's own place in parallel space here. `none`: the block ends without arithmetic.
struct Tile {
    int row = 0;
    int column = 0;
    bool none = true;
    bool operator==(const Tile&) const = default;
};

MARIANI_HOST_DEVICE constexpr Tile tile_at(int row, int column) {
    return {row, column, false};
}
MARIANI_HOST_DEVICE constexpr bool in_block_triangle(const Shape& shape, Tile tile) {
    const auto row = static_cast<unsigned>(tile.row), column = static_cast<unsigned>(tile.column);
    return row < static_cast<unsigned>(shape.blocks) && column <= row;
}
// Whether each of its cells is to be computed.
MARIANI_HOST_DEVICE constexpr bool is_full(const Shape& shape, Tile tile) {
    return tile.column < tile.row && (tile.row + 1) << shape.log2_block <= shape.side;
}

// What a pass of a map covers; most maps have one pass.
enum class Part { whole, diagonal, squares, triangle, rectangle };

// One launch: a grid of blocks, and what it covers of the triangle.
struct Pass {
    Part part = Part::whole;
    int columns = 0;  // of the grid, in blocks
    int rows = 0;
    int first_row = 0;  // where that part begins, in blocks of the triangle
    int first_column = 0;
    int size = 0;  // of the part's squares, triangle or rectangle, in blocks: see the map
};

MARIANI_HOST_DEVICE constexpr Count block_count(const Pass& pass) {
    return Count{pass.columns} * pass.rows;
}

}  // namespace mariani::triangle
