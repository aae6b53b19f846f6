// What host and device tell each other about a run: one block of device memory.
#pragma once

#include "compute/cuda/launch_pool.hpp"

#include <cstdint>

namespace mariani::volume::cuda {

using Count = unsigned long long;  // what CUDA's 64-bit atomics take

inline constexpr int max_levels = 12;  // a lattice is at most 2048 and doubles with each level

// One address would be fought for by all blocks.
inline constexpr int iterated_counters = 1024;

// Of a level's regions, by their Outcome.
inline constexpr int outcomes = 3;
inline constexpr std::uint8_t no_region = outcomes;  // of an entry without voxels

struct Control {
    unsigned stop;                 // set by the host: give up the run
    unsigned arrived[max_levels];  // subdivided regions, in order of arrival
    unsigned chosen[max_levels];   // regions that are examined
    unsigned tickets;              // of the launches that the pool had room for, each has its own
    mariani::cuda::LaunchPool pool;
    Count records;  // of DP's regions
    Count tally[max_levels][outcomes];
    Count iterated[iterated_counters];  // voxels: the sum
};

}  // namespace mariani::volume::cuda
