// What host and device tell each other about a frame: one block of device memory.
#pragma once

#include "compute/model/engine_stats.hpp"

namespace mariani::cuda {

using Count = unsigned long long;  // what CUDA's 64-bit atomics take

// Every level at least doubles the lattice, which stays below 65536.
inline constexpr int max_levels = 20;

// What the blocks counted of a level, and the level's times on the device's clock. Nothing but
// Counts.
struct LevelCounts : RegionCounts<Count> {
    Count begin_ns;
    Count end_ns;
    Count busy;  // of all blocks together, in ticks of whatever clock the engine uses; without help
};

// What ASK has to do at a level, and how far it is. Of a list's entries, those before the first
// refused plan are valid.
struct LevelWork {
    unsigned regions;          // asked for in the level's OLT
    unsigned regions_refused;  // where the first plan that found no room would have begun
    unsigned regions_taken;
    unsigned unfinished;  // leaves that a launch left to the next one
    unsigned pieces;      // MBR: asked for in the level's list of fills and leaves
    unsigned pieces_refused;
    Count strips_taken;
    unsigned tiles_taken;    // prefix sums: of the level's regions, whose children are inserted
    unsigned no_room_from;   // the first of the regions whose children find no room
    unsigned no_room_taken;  // from there on
};

// What WPR has to do, and how far it is. Apart from the stop, which is read all the time.
struct alignas(128) WprWork {
    unsigned subdivided[max_levels];  // regions of the level, in an OLT
    unsigned pieces;                  // in the list of pieces
    Count taken[max_levels];          // pieces of the level's borders, or tiles
    Count pieces_taken;
};

struct Control {
    unsigned stop;  // set by the host: give up the frame
    Count pixels_done;
    Count launches;  // by the device, but for those that failed
    Count failed_launches;
    Count full_table;    // requests for room in one of ASK's lists that were refused
    Count regions_kept;  // asked for in the list of regions
    LevelCounts counts[max_levels];
    LevelWork work[max_levels];
    WprWork wpr;
};

inline Control initial_control() {
    Control control{};
    for (auto& level : control.counts) level.begin_ns = ~Count{0};
    for (auto& level : control.work)
        level.regions_refused = level.pieces_refused = level.no_room_from = ~0U;
    return control;
}

// All 0 at a run's begin.
struct LaunchPool {
    unsigned pending;
    unsigned most_pending;
    Count launches;         // but for those that failed
    Count failed_launches;  // beyond the pool's size, or refused by CUDA
};

}  // namespace mariani::cuda
