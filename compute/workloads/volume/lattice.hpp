// The lattice of regions: at level i every axis is cut into L = g r^i cells.
#pragma once

#include "compute/workloads/volume/box.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani::volume {

// A region's place in its level's lattice.
struct Cell {
    std::uint16_t at[max_axes]{};
    bool operator==(const Cell&) const = default;
};

// Where the cell begins on an axis: floor(cell * side / lattice).
MARIANI_HOST_DEVICE constexpr int cell_begin(std::uint32_t cell, std::uint32_t side,
                                             std::uint32_t lattice) {
    return static_cast<int>(cell * side / lattice);
}

// The voxels of a cell; children nest exactly for all sizes. A lattice finer than the voxels has
// cells without any: their box has a side of 0.
MARIANI_HOST_DEVICE constexpr Box box_of(const Sides& side, int axes, std::uint32_t lattice,
                                         const Cell& cell) {
    Box box;
    for (int axis = 0; axis < axes; ++axis) {
        const int begin = cell_begin(cell.at[axis], side.of[axis], lattice);
        const int end = cell_begin(cell.at[axis] + 1U, side.of[axis], lattice);
        box.begin.at[axis] = static_cast<std::int16_t>(begin);
        box.side.of[axis] = static_cast<std::uint16_t>(end - begin);
    }
    return box;
}

// No region of the lattice has longer sides.
constexpr Sides most_sides(const Sides& side, int axes, std::uint32_t lattice) {
    Sides most;
    for (int axis = 0; axis < axes; ++axis)
        most.of[axis] = static_cast<std::uint16_t>((side.of[axis] + lattice - 1) / lattice);
    return most;
}

// Its number in its lattice, x fastest.
MARIANI_HOST_DEVICE constexpr std::size_t cell_number(const Cell& cell, int axes,
                                                      std::uint32_t lattice) {
    std::size_t number = 0;
    for (int axis = axes - 1; axis >= 0; --axis) number = number * lattice + cell.at[axis];
    return number;
}

MARIANI_HOST_DEVICE constexpr std::uint32_t longest(const Sides& side) {
    std::uint32_t most = 0;
    for (const std::uint16_t each : side.of) most = each > most ? each : most;
    return most;
}

// The stop rule: whether a region of this lattice is subdivided, unless it is filled.
MARIANI_HOST_DEVICE constexpr bool subdivides(const Sides& side, std::uint32_t lattice,
                                              std::uint32_t r, std::uint32_t B) {
    return longest(side) > std::uint64_t{lattice} * r * B;
}

// base^exponent.
MARIANI_HOST_DEVICE constexpr std::uint64_t power(std::uint64_t base, int exponent) {
    std::uint64_t result = 1;
    for (int i = 0; i < exponent; ++i) result *= base;
    return result;
}

}  // namespace mariani::volume
