// A run's launches: what the parts of the cuda runner share. Each puts its kernels into the stream
// and returns without waiting for them.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/workloads/volume/cuda/shapes.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/rooms.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "compute/workloads/volume/twins.hpp"

#include <cstdint>

namespace mariani::volume::cuda {

using Count = unsigned long long;  // what CUDA's 64-bit atomics take

inline constexpr int max_levels = 12;  // a lattice is at most 2048 and doubles with each level

// One address would be fought for by all blocks.
inline constexpr int iterated_counters = 1024;

// The number of Outcomes that a region can have.
inline constexpr int outcomes = 3;
inline constexpr std::uint8_t no_region = outcomes;  // of an entry without voxels

// What host and device tell each other about a run: one block of device memory.
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

using mariani::cuda::Stream;

// Dwells of 16 or 32 bits. One that is not known has all bits set, and is read as ~0.
struct DwellStore {
    void* dwells = nullptr;
    bool wide = false;
};

struct RunMemory {
    DwellStore volume;
    void* traps = nullptr;  // traps_bytes()
    Control* control = nullptr;
    Twins twins;
    std::uint8_t* cells = nullptr;  // with twins: what becomes of each cell of a level
};

// What is left to do of a region once its border has been judged.
enum class Rest : std::uint8_t { none, fill, iterate };

// A level's list, and what becomes of its regions. Of twins the first alone is chosen to be
// examined: `boxes`, `entries`, `cells` and `rests` are of those that are chosen.
struct LevelMemory {
    const std::uint32_t* words = nullptr;
    Index count = 0;
    Index most_chosen = 0;
    const unsigned* chosen = nullptr;  // how many they are
    int level = 0;
    bool last = false;
    const Shape* shapes = nullptr;     // shapes_of_level
    const uchar4* borders = nullptr;   // of each shape, border_places(); or nothing
    Sides least;                       // sides of its regions
    std::uint32_t most_border = 0;     // voxels of a region's border
    uint4* boxes = nullptr;            // a Box each
    std::uint32_t* entries = nullptr;  // their places in the list
    std::uint8_t* outcomes = nullptr;
    Rest* rests = nullptr;
    // A subdivided region's place among them; before launch_ranks(), in no order of arrival, 1 if
    // subdivided, else 0.
    std::uint32_t* ranks = nullptr;
};

// What later launches read of each c, which all voxels above it share.
void launch_traps(const Plan& plan, const RunMemory& memory, const Stream& stream);

// Ex: every voxel.
void launch_all(const Plan& plan, const RunMemory& memory, const Stream& stream);

// ASK: the regions of a list.
void launch_level(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream);
// What precedes and follows: first_list() writes all of the first level, boxes() what its entries
// are, and tally() counts the outcomes and ranks them.
void launch_first_list(const Code& code, std::uint32_t* words, Index count, const Stream& stream);
void launch_boxes(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream);
void launch_tally(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream);
void launch_children(const Code& code, const LevelMemory& level, std::uint32_t* words,
                     const Stream& stream);
// By a scan, in their own place. `scratch` grows as needed.
void launch_ranks(const LevelMemory& level, mariani::cuda::DeviceMemory& scratch,
                  const Stream& stream);
void launch_sort(const Code& code, std::uint32_t* words, Index count,
                 mariani::cuda::DeviceMemory& scratch, const Stream& stream);

// At last, from the first of twins to all.
void launch_twins(const Plan& plan, const RunMemory& memory, const Stream& stream);

// DP's one launch, which begins all others on the device: most_launches() at most.
struct DpMemory {
    RegionRecord* records = nullptr;
    unsigned* done_blocks = nullptr;  // of each launch, by its ticket; 0 between runs
};
void launch_dp(const Plan& plan, const RunMemory& memory, const DpMemory& dp, const Stream& stream);

// Surface: the fronts in a level's regions, once the borders of all levels are known; at last the
// rows of what no front reached. `bits`, front_bytes() of them, tell what is known of the regions.
void launch_fronts(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                   std::uint32_t* bits, const Stream& stream);
void launch_fill_rows(const Plan& plan, const RunMemory& memory, const Stream& stream);

}  // namespace mariani::volume::cuda
