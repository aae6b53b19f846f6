// Orthogonal planes of a volume, and the regions that they cut.
#pragma once

#include "compute/model/region.hpp"
#include "compute/service/volume.hpp"

#include <array>
#include <optional>
#include <vector>

namespace mariani::app {

// The voxel of each axis that is held, if it is.
using VolumeCut = std::array<std::optional<int>, volume::max_axes>;

// One plane if the cut leaves two axes. If it leaves three, the planes through their middles: those
// of the first two, beside it of the last and the second, below it of the first and the last. Of
// four axes that are left the last is held in its middle. Throws std::invalid_argument if there is
// no such voxel or less than two axes are left.
std::vector<volume::Plane> planes_of(const volume::Plan& plan, const VolumeCut& cut);

// Through a voxel: likewise three, or one of two axes.
std::vector<volume::Plane> planes_through(const volume::Plan& plan, const volume::Voxel& at);

// What the plane cuts of them, in the plane's pixels.
std::vector<Region> regions_of(const volume::Plan& plan,
                               const std::vector<volume::RegionRecord>& records,
                               const volume::Plane& plane);

}  // namespace mariani::app
