// A plane of a volume.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/workloads/volume/plan.hpp"

namespace mariani::volume {

// Of an axis to the right and one down; the others are held at their voxels.
struct Plane {
    int across = 0;
    int down = 1;
    Voxel at{};  // 0 along both of these

    ImageSize size(const Plan& plan) const { return {plan.side.of[across], plan.side.of[down]}; }
    MARIANI_HOST_DEVICE Voxel voxel(int x, int y) const {
        Voxel voxel = at;
        voxel.at[across] = static_cast<std::int16_t>(x);
        voxel.at[down] = static_cast<std::int16_t>(y);
        return voxel;
    }
    bool operator==(const Plane&) const = default;
};

}  // namespace mariani::volume
