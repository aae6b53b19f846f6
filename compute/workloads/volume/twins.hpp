// Voxels that have one dwell, as their orbits differ in signs alone: only the first of them is to
// be iterated.
//
// The first step leads from w and -w to the same z. From the conjugate of w, with that of c, every
// step leads to the conjugate of z: its roundings are the same for both signs, so dwells are equal,
// bit for bit.
#pragma once

#include "compute/workloads/volume/lattice.hpp"
#include "compute/workloads/volume/plan.hpp"

namespace mariani::volume {

struct Twins {
    bool of_w = false;  // across the middle of all axes of w
    bool of_c = false;  // across the middle row

    constexpr bool any() const { return of_w || of_c; }
    // How many cells or voxels a first one stands for, itself among them; fewer in the middle.
    constexpr int count() const { return (of_w ? 2 : 1) * (of_c ? 2 : 1); }

    // The rows and planes, of as many, in which the first ones lie.
    MARIANI_HOST_DEVICE constexpr int rows(int all) const { return of_c ? (all + 1) / 2 : all; }
    MARIANI_HOST_DEVICE constexpr Index planes(Index all) const {
        return of_w ? (all + 1) / 2 : all;
    }

    // The first of a cell's twins, in a lattice that the middles cut into halves.
    MARIANI_HOST_DEVICE constexpr Cell first_of(const Cell& cell, int axes,
                                                std::uint32_t lattice) const {
        Cell first = cell;
        const auto mirror = [&](int axis) {
            first.at[axis] = static_cast<std::uint16_t>(lattice - 1 - cell.at[axis]);
        };
        if (of_w && 2U * cell.at[axes - 1] >= lattice)
            for (int axis = 2; axis < axes; ++axis) mirror(axis);
        if (of_c && 2U * cell.at[1] >= lattice) mirror(1);
        return first;
    }

    bool operator==(const Twins&) const = default;
};

// Those that a run of the plan can make use of. Engines with regions do where the middles cut no
// cell and all cells have twins; none does without shortcuts.
Twins twins_of(const Plan& plan);

}  // namespace mariani::volume
