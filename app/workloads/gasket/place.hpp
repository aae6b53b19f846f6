// Where cells are: a cell's place as the maps lambda and nu take it, digit by digit; what is around
// it, and how tensor cores find what is around its block; the boxes that an engine cuts the fractal
// into; and what of all this a picture shows.
#pragma once

#include "compute/model/view.hpp"
#include "compute/workloads/gasket/board_view.hpp"
#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/mma.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "compute/workloads/gasket/trace.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mariani::app {

// Digit m of a cell's place, counted from 0.
struct GasketDigit {
    gasket::Cell offset;  // x_m and y_m, to the base s
    bool copy = false;    // whether the box has one there
    // The number h_m of a copy, to the base k; without a copy, what the seed's H (Eq. 2) gives if
    // it numbers the copies of this fractal.
    std::optional<std::uint32_t> h;
    gasket::Cell lambda;      // s^m times the offset
    gasket::Cell lambda_sum;  // of this and the smaller ones: x and y modulo s^(m+1)
    gasket::Cell nu;      // k^floor(m/2) h_m, which counts along x for even m, along y for odd m
    gasket::Cell nu_sum;  // likewise; up to the first digit without an h
};

struct GasketPlace {
    gasket::Cell cell;
    bool member = false;      // of the fractal, or else a hole
    std::optional<int> hole;  // of a hole: the largest m at which its box has no copy
    gasket::Cell compact;     // of a member, nu: its place in the compact rectangle
    // Where the seed's H puts a hole nonetheless: the place of a member.
    std::optional<gasket::Cell> printed;
    std::uint32_t number = 0;  // of a member, in compact order
    std::vector<GasketDigit> digits;
};

// Cells that follow each other in compact order.
struct CellSpan {
    std::uint64_t begin = 0, end = 0;
    bool operator==(const CellSpan&) const = default;
};

// The cell is inside the box.
GasketPlace place_of(const gasket::Shape& shape, gasket::Cell cell);

// The block that computes a cell, or has a thread over a hole; nothing if none has. `side`: the
// box's.
std::optional<std::uint32_t> block_of(const gasket::BlockGrid& grid, const GasketPlace& place,
                                      std::uint32_t side);

// The cell under a pixel of the picture; nothing beside the box.
std::optional<gasket::Cell> cell_at(const gasket::BoardView& view, ImageSize picture,
                                    std::uint32_t side, double x, double y);

struct GasketNeighbour {
    bool inside = false;   // the box
    bool member = false;   // of the fractal, or else a hole
    gasket::Cell compact;  // of a member, nu
};

// Row by row from the upper left, without the cell itself.
using GasketNeighbours = std::array<GasketNeighbour, std::size_t{gasket::directions}>;

GasketNeighbours neighbours_of(const gasket::Shape& shape, gasket::Cell cell);

// nu of the blocks around one by a product of matrices (mma.hpp): a column of B and of C for each.
struct BlockProduct {
    struct Column {
        GasketNeighbour block;
        std::vector<float> b;      // of each digit of a member
        std::array<float, 2> c{};  // of a member, its place: rows 0 and 1

        float right(std::size_t row) const;
    };

    gasket::Shape blocks;  // the fractal with blocks for cells
    gasket::Cell block;    // in the middle
    gasket::MmaWeights weights;
    std::array<Column, std::size_t{gasket::directions}> columns;

    // What a digit should count: its weight times its factor in B.
    float right_weight(int digit) const;
};

// The product of the block that has the cell; blocks have the largest power of s up to rho as their
// sides. Nothing where no such matrices have room for the digits.
std::optional<BlockProduct> block_product(const gasket::Problem& problem, int rho,
                                          gasket::Cell cell, gasket::MmaForm form);

// Blocks of a fractal, and those of them whose place the published matrices get wrong in a form.
struct WrongBlocks {
    std::uint64_t wrong = 0, blocks = 0;
    int levels = 0;                  // of blocks
    std::optional<int> first_wrong;  // the fewest levels with which a block is; nothing: none ever
};

WrongBlocks wrong_as_published(const gasket::Problem& problem, int rho, gasket::MmaForm form);

// How many times fewer bytes blocks of rho x rho take in compact form than the whole box, a byte
// for each place of either.
struct Compaction {
    std::uint32_t rho = 1;
    double times = 1;
};

// For the powers of s that a block's side can have.
std::vector<Compaction> compactions_of(const gasket::Problem& problem);

// The bytes of both states at each level that the fractal can have, from 0 on: of the box, or of
// blocks of the largest power of s up to rho.
std::vector<double> bytes_by_level(const gasket::Fractal& fractal, int rho,
                                   gasket::BlockOrder order);

// A copy of the fractal at a lower level.
struct GasketBox {
    gasket::Cell corner;     // upper left, in cells
    std::uint32_t side = 1;  // in cells
    int depth = 0;           // 0: the whole
    bool operator==(const GasketBox&) const = default;
};

// The boxes that an engine cuts the fractal into, and the cells that they read of each other, as
// far as they are on screen and large enough to be seen.
struct GasketTiles {
    std::uint32_t side = 1;              // of a tile, in cells
    std::vector<GasketBox> boxes;        // from the whole to the tiles
    std::vector<gasket::Cell> contacts;  // cells that another tile reads, each once
};

// Boxes have at least 8 pixels along their sides, and cells that are contacts 3.
GasketTiles tiles_on_screen(const gasket::Problem& problem, std::uint32_t tile_side,
                            const gasket::BoardView& view, ImageSize picture);

// A part of the box as a view of the plane, in which the box is the unit square below the real
// axis: so mouse, keys and history move it as they move views. `side` is the box's, in cells.
View plane_view(const gasket::BoardView& board, std::uint32_t side);
gasket::BoardView board_view(const View& view, std::uint32_t side);

// Where a move may lead: from the whole, with space around it, to one cell; the middle stays over
// the box. A zoom that would go further ends on its way.
View limited_move(const View& from, const View& to, const View& whole, std::uint32_t side);

}  // namespace mariani::app
