// What ASK's kernels are given of a frame, and how far they are.
#pragma once

#include "compute/cuda/lists.hpp"
#include "compute/cuda/look_back.cuh"
#include "compute/cuda/subdivision.cuh"

namespace mariani::cuda {

// SBR: a leaf that a launch left to the next one, in its block's place.
struct Unfinished {
    std::uint32_t cell;
    std::uint32_t record;
    int round;  // 0: none
};

template <subdivision::Elements E>
struct AskJob {
    Job<E> job;
    Scheme scheme;
    Insertion insertion;
    std::uint32_t* tables[2];  // level i is read from [i % 2], its children go to the other
    unsigned table_size[2];
    unsigned* child_counts;  // prefix sums: of each region of a level that is subdivided further
    Told* told;              // by the tiles of their sum, each of insertion_tile regions
    AskPiece* pieces;
    unsigned max_pieces;
    Unfinished* unfinished;
    unsigned first_regions;
};

struct AskLevel {
    Level level;
    int strip_rows;  // MBR: a piece is cut into strips of that many rows
    unsigned strips;
};

// --- how far a level is -------------------------------------------------------------------------

MARIANI_HOST_DEVICE inline unsigned smaller(unsigned a, unsigned b) {
    return a < b ? a : b;
}

template <subdivision::Elements E>
MARIANI_HOST_DEVICE unsigned regions_of(const AskJob<E>& ask, const Control& control, int level) {
    const LevelWork& work = control.work[level];
    return level == 0 ? ask.first_regions : smaller(work.regions, work.regions_refused);
}

MARIANI_HOST_DEVICE inline Count strips_of(const LevelWork& work, const AskLevel& level) {
    return Count{smaller(work.pieces, work.pieces_refused)} * level.strips;
}

// Whether all have their outcomes.
template <subdivision::Elements E>
MARIANI_HOST_DEVICE bool regions_done(const AskJob<E>& ask, const Control& control, int level) {
    const LevelWork& work = control.work[level];
    return work.regions_taken >= regions_of(ask, control, level) && work.unfinished == 0;
}

MARIANI_HOST_DEVICE inline unsigned insertion_tiles(unsigned regions) {
    return (regions + insertion_tile - 1) / insertion_tile;
}

// Prefix sums: whether a level's children are in the next one's list, but for those that found no
// room there and are done.
template <subdivision::Elements E>
MARIANI_HOST_DEVICE bool children_done(const AskJob<E>& ask, const Control& control, Level level) {
    if (ask.insertion != Insertion::prefix_sum ||
        !subdivision::subdivides(ask.job.layout.image, ask.job.params, level.lattice))
        return true;
    const LevelWork& work = control.work[level.number];
    const unsigned regions = regions_of(ask, control, level.number);
    if (work.tiles_taken < insertion_tiles(regions)) return false;
    return work.no_room_from >= regions || work.no_room_taken >= regions - work.no_room_from;
}

template <subdivision::Elements E>
MARIANI_HOST_DEVICE bool level_done(const AskJob<E>& ask, const Control& control,
                                    const AskLevel& level) {
    const int number = level.level.number;
    return regions_done(ask, control, number) && children_done(ask, control, level.level) &&
           control.work[number].strips_taken >= strips_of(control.work[number], level);
}

// The cell of a region in its level's list.
template <subdivision::Elements E>
__device__ LatticeCell listed_cell(const AskJob<E>& ask, int level, unsigned at) {
    return level == 0 ? subdivision::first_regions(ask.job.layout, ask.job.params.g)[at]
                      : unpack(ask.tables[level % 2][at]);
}

}  // namespace mariani::cuda
