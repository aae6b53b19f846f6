// What is around a cell of a fractal, and how tensor cores find what is around its block.
#pragma once

#include "compute/service/gasket_request.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mariani::app {

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

}  // namespace mariani::app
