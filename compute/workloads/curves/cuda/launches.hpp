// A run's launches: what the parts of the cuda runner share. Each puts its kernels into the stream
// and returns without waiting for them; none allocates memory or looks at what another one found.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/model/block_trace.hpp"
#include "compute/workloads/curves/plan.hpp"

#include <cstdint>

namespace mariani::curves::cuda {

using mariani::cuda::Stream;

using Total = unsigned long long;  // what CUDA's 64-bit atomics take

// What host and device tell each other about a run: all 0 at its begin.
struct Control {
    unsigned stop;     // set by the host: give up the run
    unsigned parents;  // blocks that have counted their lines
    mariani::cuda::LaunchPool pool;
    Total failed_mallocs;
    Total vertices;
    Total cut_lines;
    Total lost_lines;
};

// A line for each index below the plan's count.
void launch_emitter(const Plan& plan, Line* lines, const Stream& stream);

// Room for as many vertices as the cap a line, in which each line's begin at its own.
struct RoomMemory {
    const Line* lines = nullptr;
    Count* counts = nullptr;
    Point* room = nullptr;
    Control* control = nullptr;
    BlockRecord* records = nullptr;  // of the lines, in a run that is recorded
};
void launch_flat(const Plan& plan, const RoomMemory& memory, const Stream& stream);

// Sums the counts of a run, which is no part of it.
void launch_sums(const Plan& plan, const RoomMemory& memory, const Stream& stream);

// DP's one launch, which begins all others on the device.
struct DpMemory {
    std::uint32_t* first_blocks = nullptr;   // of each line, in its launch
    std::uint32_t* parent_blocks = nullptr;  // of dp-grid: before each parent block's lines
    std::uint32_t* done_blocks = nullptr;    // of each launch, by its first line; 0 between runs
    Point** allocated = nullptr;  // of malloc: each line's vertices, if any; null between runs
};
void launch_dp(const Plan& plan, const RoomMemory& memory, const DpMemory& dp,
               const Stream& stream);

// After a run by malloc, which it is no part of: copies the vertices into the lines' room, as no
// host can read a kernel's heap, and frees them.
void launch_collect(const Plan& plan, const RoomMemory& memory, const DpMemory& dp,
                    const Stream& stream);

// Tiles of lines. The vertices of those that end beyond `capacity` are left out; control.vertices
// counts them.
inline constexpr int tile_lines = 1024;
constexpr std::int64_t tile_count(const Plan& plan) {
    return (plan.lines + tile_lines - 1) / tile_lines;
}
// What a run leaves to the next one: begun and ended are 0 between runs.
struct ScanState {
    unsigned run;           // from 0
    unsigned begun, ended;  // tiles
};
struct ScanMemory {
    const Line* lines = nullptr;
    Total* tiles = nullptr;  // what each tells the others; no bits of a run at first
    ScanState* state = nullptr;
    std::uint32_t* offsets = nullptr;
    Point* vertices = nullptr;
    std::int64_t capacity = 0;
    Control* control = nullptr;
    BlockRecord* records = nullptr;  // as in RoomMemory
};
void launch_scan(const Plan& plan, const ScanMemory& memory, const Stream& stream);

}  // namespace mariani::curves::cuda
