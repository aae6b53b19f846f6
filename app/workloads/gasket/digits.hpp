// A cell of a fractal's box as the maps lambda and nu take it: digit by digit, with the terms of
// their sums.
#pragma once

#include "compute/service/gasket_request.hpp"

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

// The cell under a pixel of the picture; nothing beside the box.
std::optional<gasket::Cell> cell_at(const gasket::BoardView& view, ImageSize picture,
                                    std::uint32_t side, double x, double y);

}  // namespace mariani::app
