// Walks over boxes by rows of voxels that lie beside each other in memory.
#pragma once

#include "compute/workloads/volume/box.hpp"

namespace mariani::volume::cpu {

// Calls use(first voxel, ends the walls) for each row of the box along x; the second tells whether
// all of the row lies on the border.
template <typename Use>
void for_each_row(const Box& box, int walls, const Use& use) {
    const auto at_end = [&](int axis, int at) {
        return axis < walls && (at == 0 || at == box.side.of[axis] - 1);
    };
    Voxel row = box.begin;
    for (int u = 0; u < box.side.of[3]; ++u)
        for (int z = 0; z < box.side.of[2]; ++z)
            for (int y = 0; y < box.side.of[1]; ++y) {
                row.at[1] = static_cast<std::int16_t>(box.begin.at[1] + y);
                row.at[2] = static_cast<std::int16_t>(box.begin.at[2] + z);
                row.at[3] = static_cast<std::int16_t>(box.begin.at[3] + u);
                use(row, at_end(1, y) || at_end(2, z) || at_end(3, u));
            }
}

// Calls use(first voxel, count) for each stretch of the border along x.
template <typename Use>
void for_each_border_row(const Box& box, int walls, const Use& use) {
    const int side = box.side.of[0];
    for_each_row(box, walls, [&](Voxel row, bool whole) {
        if (whole || side <= 2) return use(row, side);
        use(row, 1);
        row.at[0] = static_cast<std::int16_t>(row.at[0] + side - 1);
        use(row, 1);
    });
}

}  // namespace mariani::volume::cpu
