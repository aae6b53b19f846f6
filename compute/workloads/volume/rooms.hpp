// How much room the cuda runner makes for regions: the plan and a level's count tell, in a build
// without CUDA too.
#pragma once

#include "compute/workloads/volume/plan.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani::volume::cuda {

inline constexpr std::uint32_t piece_voxels = 4096;  // of DP in the scheme MBR

// What later launches read of each c.
std::size_t traps_bytes(const Plan& plan);

// DP: all regions and launches that a plan can have.
std::size_t most_regions(const Plan& plan);
std::size_t most_launches(const Plan& plan);

// An entry of a level's list, and what becomes of its region.
inline std::size_t bytes_of_entry(const Code& code) {
    return static_cast<std::size_t>(code.words()) * sizeof(std::uint32_t) + sizeof(Box) +
           2 * sizeof(std::uint32_t) + 2;
}

// Surface: a bit for each voxel of a region, in words of one row each.
inline constexpr std::uint32_t word_bits = 32;
MARIANI_HOST_DEVICE constexpr std::uint32_t words_of_row(std::uint32_t length) {
    return (length + word_bits - 1) / word_bits;
}
MARIANI_HOST_DEVICE constexpr std::uint32_t words_of(const Sides& side) {
    return words_of_row(side.of[0]) * side.of[1] * side.of[2] * side.of[3];
}
// What is known of so many regions of the level, and where their fronts are.
std::size_t front_bytes(const Plan& plan, int level, std::size_t regions);

}  // namespace mariani::volume::cuda
