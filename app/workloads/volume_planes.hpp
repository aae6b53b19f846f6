// Orthogonal planes of a volume: their dwells, and the regions that they cut.
#pragma once

#include "compute/model/region.hpp"
#include "compute/service/volume.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mariani::app {

// The voxel of each axis that is held, if it is.
using VolumeCut = std::array<std::optional<int>, volume::max_axes>;

// Of an axis to the right and one down; the others are held at their voxels.
struct VolumePlane {
    int across = 0;
    int down = 1;
    volume::Voxel at{};  // 0 along both of these

    ImageSize size(const volume::Plan& plan) const {
        return {plan.side.of[across], plan.side.of[down]};
    }
};

// One plane if the cut leaves two axes. If it leaves three, the planes through their middles: those
// of the first two, beside it of the last and the second, below it of the first and the last. Of
// four axes that are left the last is held in its middle. Throws std::invalid_argument if there is
// no such voxel or less than two axes are left.
std::vector<VolumePlane> planes_of(const volume::Plan& plan, const VolumeCut& cut);

// Row by row; `output` is a runner's.
std::vector<std::uint32_t> dwells_of(const volume::Plan& plan, const std::vector<std::byte>& output,
                                     const VolumePlane& plane);

// What the plane cuts of them, in the plane's pixels.
std::vector<Region> regions_of(const volume::Plan& plan,
                               const std::vector<volume::RegionRecord>& records,
                               const VolumePlane& plane);

}  // namespace mariani::app
