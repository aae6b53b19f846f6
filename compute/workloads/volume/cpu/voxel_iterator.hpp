// The dwells of many voxels at once, whatever they are of.
#pragma once

#include "compute/workloads/volume/orbits.hpp"
#include "compute/workloads/volume/plan.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

namespace mariani::volume::cpu {

class VoxelIterator {
  public:
    virtual ~VoxelIterator() = default;

    // As many dwells as voxels. False when a stop cut it short.
    virtual bool iterate(std::span<const Voxel> voxels, std::span<std::uint32_t> dwells,
                         const std::stop_token& stop) const = 0;

    // Whether a region is filled whose border has this one dwell.
    virtual bool fills(std::uint32_t dwell, const Box& box) const = 0;
};

std::unique_ptr<VoxelIterator> make_iterator(const Plan& plan);

// The same of the Julibrot, in SIMD with the best vector instructions of the machine.
bool iterate_all(const Julibrot<float>& julibrot, std::span<const Voxel> voxels,
                 std::span<std::uint32_t> dwells, const std::stop_token& stop);
bool iterate_all(const Julibrot<double>& julibrot, std::span<const Voxel> voxels,
                 std::span<std::uint32_t> dwells, const std::stop_token& stop);

}  // namespace mariani::volume::cpu
