// The bit-sliced engines' smallest piece: a gasket of 27 cells (side 8), known when compiling. A
// word holds the same cell of as many sub-tiles as it has bits.
//
// Whatever its size, a tile of the gasket meets others in three corners only, and is met there in
// five cells, its contacts: top (0,0); lower left (0,s-2), (0,s-1), (1,s-1); lower right
// (s-1,s-1). In each corner it meets one of two neighbours, never both:
//   top          up, at that one's lower left    or  up-left, at that one's lower right
//   lower left   left, at its lower right        or  down, at its top
//   lower right  right, at its lower left        or  down-right, at its top
#pragma once

#include "compute/workloads/gasket/ternary.hpp"

#include <array>
#include <cstddef>

namespace mariani::gasket {

enum Corner { top = 0, lower_left = 1, lower_right = 2 };
inline constexpr std::size_t corners = 3;

// The cells of a tile that its neighbours meet, in the order of contact_cells().
inline constexpr std::size_t contacts_of_tile = 5;

// Words from outside that a sub-tile needs. Into its top: up's lower left and the cell right of it,
// up-left's lower right. And so on: where only one of a corner's neighbours fits, it has one word.
//   0  up (0,s-1) or up-left (s-1,s-1)   1  up (1,s-1)               -> (0,0)
//   2  left (s-1,s-1)                                                -> (0,s-2), (0,s-1)
//   3  down (0,0)                                                    -> (0,s-1), (1,s-1)
//   4  right (0,s-2) or down-right (0,0)  5  right (0,s-1)           -> (s-1,s-1)
inline constexpr std::size_t outside_words = 6;

struct SubTileCell {
    int count = 0;                // of neighbours, 2 to 5
    std::array<int, 5> inputs{};  // cells 0 to 26, then the words from outside
};

struct SubTile {
    static constexpr int level = 3;
    static constexpr std::uint32_t side = 8;
    static constexpr std::size_t cells = 27;
    static constexpr std::size_t inputs = cells + outside_words;

    // In compact order.
    std::array<std::size_t, contacts_of_tile> contacts{};
    std::array<SubTileCell, cells> cell{};
};

// The contacts of a tile with sides of `side` cells, by their numbers in compact order.
constexpr std::array<std::uint32_t, contacts_of_tile> contact_cells(std::uint32_t side) {
    return {0, gasket_nu1({0, side - 2}), gasket_nu1({0, side - 1}), gasket_nu1({1, side - 1}),
            gasket_nu1({side - 1, side - 1})};
}

constexpr SubTile make_sub_tile() {
    SubTile tile;
    const auto add = [&](std::size_t cell, std::size_t input) {
        auto& to = tile.cell[cell];
        to.inputs[static_cast<std::size_t>(to.count++)] = static_cast<int>(input);
    };
    for (std::uint32_t index = 0; index < SubTile::cells; ++index) {
        const Cell at = gasket_lambda1(index);
        for (std::uint32_t y = at.y == 0 ? 0 : at.y - 1; y <= at.y + 1 && y < SubTile::side; ++y)
            for (std::uint32_t x = at.x == 0 ? 0 : at.x - 1; x <= at.x + 1; ++x)
                if (x < SubTile::side && Cell{x, y} != at && gasket_member({x, y}, SubTile::side))
                    add(index, gasket_nu1({x, y}));
    }
    const auto cells = contact_cells(SubTile::side);
    for (std::size_t i = 0; i < contacts_of_tile; ++i) tile.contacts[i] = cells[i];
    const auto add_outside = [&](std::size_t contact, std::size_t word) {
        add(tile.contacts[contact], SubTile::cells + word);
    };
    add_outside(0, 0);
    add_outside(0, 1);
    add_outside(1, 2);
    add_outside(2, 2);
    add_outside(2, 3);
    add_outside(3, 3);
    add_outside(4, 4);
    add_outside(4, 5);
    return tile;
}

inline constexpr SubTile sub_tile = make_sub_tile();

}  // namespace mariani::gasket
