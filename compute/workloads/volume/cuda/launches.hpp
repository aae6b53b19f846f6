// A run's launches: what the parts of the cuda runner share. Each puts its kernels into the stream
// and returns without waiting for them.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/workloads/volume/cuda/control.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/runner.hpp"

#include <cstdint>

namespace mariani::volume::cuda {

using mariani::cuda::Stream;

// Dwells of 16 or 32 bits. One that is not known has all bits set, and is read as ~0.
struct DwellStore {
    void* dwells = nullptr;
    bool wide = false;
};

struct RunMemory {
    DwellStore volume;
    Control* control = nullptr;
};

// A level's list, and what becomes of its regions.
struct LevelMemory {
    const std::uint32_t* words = nullptr;
    Index count = 0;
    int level = 0;
    bool last = false;
    std::uint8_t* outcomes = nullptr;
    // Of a subdivided region its place among them; before launch_ranks() those of no order of
    // arrival have 1 if subdivided, else 0.
    std::uint32_t* ranks = nullptr;
    std::uint32_t* low = nullptr;  // of MBR: the borders' ranges of dwells
    std::uint32_t* high = nullptr;
};

// A bit for each voxel, of the surface engine: those in a pair of two dwells, those that are known
// or to be so, and the new ones of each. Words of 32; all 0 at first.
struct FrontMemory {
    std::uint32_t* crossed = nullptr;
    std::uint32_t* new_crossed = nullptr;
    std::uint32_t* claimed = nullptr;
    std::uint32_t* new_claimed = nullptr;
};

// Ex: every voxel.
void launch_all(const Plan& plan, const RunMemory& memory, const Stream& stream);

// ASK: the regions of a list.
void launch_level(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream);
// Their tally, and what follows: first_list() writes all of the first level.
void launch_first_list(const Code& code, std::uint32_t* words, Index count, const Stream& stream);
void launch_tally(const LevelMemory& level, Control* control, const Stream& stream);
void launch_children(const Code& code, const LevelMemory& level, std::uint32_t* words,
                     const Stream& stream);
// By a scan, in their own place. `scratch` grows as needed.
void launch_ranks(const LevelMemory& level, mariani::cuda::DeviceMemory& scratch,
                  const Stream& stream);
void launch_sort(const Code& code, std::uint32_t* words, Index count,
                 mariani::cuda::DeviceMemory& scratch, const Stream& stream);

// DP's one launch, which begins all others on the device.
void launch_dp(const Plan& plan, const RunMemory& memory, RegionRecord* records,
               const Stream& stream);

// Surface: the pairs among what borders made known; then, round by round, the neighbours of what is
// crossed, and the pairs among these. launch_round() sets control.found if there are any. At last
// the rows of what no front reached.
void launch_crossings(const Plan& plan, const RunMemory& memory, const FrontMemory& fronts,
                      const Stream& stream);
void launch_round(const Plan& plan, const RunMemory& memory, const FrontMemory& fronts,
                  const Stream& stream);
void launch_fill_rows(const Plan& plan, const RunMemory& memory, const Stream& stream);

}  // namespace mariani::volume::cuda
