// Voxels of the Julibrot iterated in SIMD, with the best vector instructions of the machine.
#pragma once

#include "compute/workloads/volume/orbits.hpp"

#include <cstdint>
#include <span>
#include <stop_token>

namespace mariani::volume::cpu {

// As many dwells as voxels. False when a stop cut it short.
bool iterate_all(const Julibrot<float>& julibrot, std::span<const Voxel> voxels,
                 std::span<std::uint32_t> dwells, const std::stop_token& stop);
bool iterate_all(const Julibrot<double>& julibrot, std::span<const Voxel> voxels,
                 std::span<std::uint32_t> dwells, const std::stop_token& stop);

}  // namespace mariani::volume::cpu
