// How ASK inserts the children of subdivided regions into the next level's OLT: with an atomic per
// region, with one per child, or by a prefix sum over all regions of the level.
#pragma once

#include "compute/cuda/ask_job.cuh"

namespace mariani::cuda {

// Asks for room for `count` entries in a list; one atomic for all of them. First thread only.
__device__ inline void reserve_slots(Control& control, unsigned* asked, unsigned* refused,
                                     unsigned size, unsigned count, BlockState& state) {
    state.slot = atomicAdd(asked, count);
    state.refused = state.slot >= size || count > size - state.slot;
    if (!state.refused) return;
    atomicMin(refused, state.slot);
    atomicAdd(&control.full_table, Count{1});
}

// Appends children to the OLT of a level, with an atomic for each. Returns how many found room:
// one thread's slots increase, so these are the first ones. First thread only.
template <subdivision::Elements E>
__device__ unsigned append_each(const AskJob<E>& ask, int level,
                                const subdivision::Children& regions, unsigned count) {
    LevelWork& work = ask.job.control->work[level];
    for (unsigned k = 0; k < count; ++k) {
        const unsigned slot = atomicAdd(&work.regions, 1);
        if (slot >= ask.table_size[level % 2]) {
            atomicMin(&work.regions_refused, slot);
            atomicAdd(&ask.job.control->full_table, Count{1});
            return k;
        }
        ask.tables[level % 2][slot] = pack(regions[k]);
    }
    return count;
}

// Appends a region's children to the OLT of the next level, or notes their number for the prefix
// sum. Where the table is full, or the region is itself one that found no room, the block
// subdivides it in place.
template <bool per_region, subdivision::Elements E>
__device__ void hand_off_children(const AskJob<E>& ask, Level level, const Task& task,
                                  BlockState& state) {
    const auto regions = children(ask.job, task.level, task.cell);
    const auto count = static_cast<unsigned>(regions.count());
    const int next = level.number + 1;
    const bool by_block = per_region || ask.insertion == Insertion::per_region;
    if (first_thread()) {
        LevelWork& work = ask.job.control->work[next];
        unsigned appended = 0;
        state.refused = true;
        if (task.level.number == level.number) {
            if (by_block) {
                reserve_slots(*ask.job.control, &work.regions, &work.regions_refused,
                              ask.table_size[next % 2], count, state);
            } else if (ask.insertion == Insertion::per_child) {
                appended = append_each(ask, next, regions, count);
                state.refused = appended < count;
            } else {
                ask.child_counts[state.index] = count;
                state.refused = false;
            }
        }
        if (state.refused) subdivide_in_place(ask.job, task, state.path, appended);
    }
    __syncthreads();
    if (state.refused || !by_block) return;
    for (unsigned k = static_cast<unsigned>(thread_rank()); k < count;
         k += static_cast<unsigned>(thread_count()))
        ask.tables[next % 2][state.slot + k] = pack(regions[k]);
}

// --- prefix sums --------------------------------------------------------------------------------

// Called where a region of a list is taken: it has no children yet. First thread only.
template <subdivision::Elements E>
__device__ void reset_child_count(const AskJob<E>& ask, Level level, unsigned at) {
    if (ask.insertion == Insertion::prefix_sum && subdivides(ask.job, level))
        ask.child_counts[at] = 0;
}

// Takes a region whose children found no room, if there is one, and subdivides it in place. The
// launch after the one that inserted does: the level's list is whole until its children are done.
// First thread only.
template <subdivision::Elements E>
__device__ void take_without_room(const AskJob<E>& ask, Level level, BlockState& state) {
    LevelWork& work = ask.job.control->work[level.number];
    const unsigned regions = regions_of(ask, *ask.job.control, level.number);
    if (work.no_room_from >= regions) return;
    while (true) {
        const unsigned at = work.no_room_from + atomicAdd(&work.no_room_taken, 1);
        if (at >= regions) return;
        if (ask.child_counts[at] == 0) continue;
        const LatticeCell cell = listed_cell(ask, level.number, at);
        subdivide_in_place(ask.job, task_of(ask.job, level, cell), state.path, 0);
        next_own_task(ask.job, state.path, state.task);
        return;
    }
}

// A tile of a level's regions: where their children begin in the next level's OLT.
struct InsertionTile {
    unsigned number;
    unsigned first;    // entry of the tile's first child
    unsigned entries;  // of all that find room
    unsigned offsets[insertion_tile];
    LatticeCell parents[insertion_tile];
};

// The sum over all tiles before a tile; tells those after it. By its first warp.
template <subdivision::Elements E>
__device__ void look_back(const AskJob<E>& ask, int level, unsigned sum, InsertionTile& tile) {
    const auto run = static_cast<unsigned>(level) + 1;
    Told& own = ask.told[tile.number];
    if (lane_id() == 0) tell(own, word_of(run, Known::own, sum));
    __syncwarp();
    const std::uint32_t before = sum_before(ask.told, tile.number, run);
    if (lane_id() != 0) return;
    tell(own, word_of(run, Known::all, before + sum));
    tile.first = before;
    tile.entries = sum;
}

// Gives each region of the tile its place. What finds no room is a tail of the level's list, as
// places increase.
template <subdivision::Elements E>
__device__ void place_children(const AskJob<E>& ask, int level, unsigned regions,
                               InsertionTile& tile) {
    LevelWork &work = ask.job.control->work[level], &next = ask.job.control->work[level + 1];
    const unsigned at = tile.number * insertion_tile + threadIdx.x;
    const unsigned count = at < regions ? ask.child_counts[at] : 0;
    const BlockSum sum = block_sum(count);
    if (threadIdx.x < warp_lanes) look_back(ask, level, sum.all, tile);
    tile.offsets[threadIdx.x] = sum.before;
    if (count > 0) tile.parents[threadIdx.x] = listed_cell(ask, level, at);
    __syncthreads();
    const unsigned first = tile.first + sum.before, size = ask.table_size[(level + 1) % 2];
    const bool refused = count > 0 && (first >= size || count > size - first);
    if (refused) {
        atomicMin(&tile.entries, sum.before);
        atomicMin(&work.no_room_from, at);
        atomicMin(&next.regions_refused, first);
    }
    const int all_refused = __syncthreads_count(refused ? 1 : 0);
    if (threadIdx.x != 0) return;
    add_nonzero(static_cast<Count>(all_refused), &ask.job.control->full_table);
    if (tile.number + 1 == insertion_tiles(regions)) next.regions = tile.first + sum.all;
}

// The last of the tile's regions whose children begin at or before an entry: it is its parent.
__device__ inline int parent_of(const InsertionTile& tile, unsigned entry) {
    int low = 0, high = static_cast<int>(insertion_tile);
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (tile.offsets[middle] <= entry)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Prefix sums: writes the children of a level whose regions are done into the next level's OLT, in
// the order of their parents. Tiles begin in the order of their numbers, so that those that a tile
// waits for are under way; a launch that finds nothing to insert takes none.
template <subdivision::Elements E>
__global__ void __launch_bounds__(insertion_tile)
    ask_insert(const __grid_constant__ AskJob<E> ask, const Level level) {
    __shared__ InsertionTile tile;
    Control& control = *ask.job.control;
    const int next = (level.number + 1) % 2;
    const unsigned regions = regions_of(ask, control, level.number);
    if (regions == 0 || !regions_done(ask, control, level.number)) return;
    while (true) {
        if (threadIdx.x == 0) tile.number = atomicAdd(&control.work[level.number].tiles_taken, 1);
        __syncthreads();
        if (tile.number >= insertion_tiles(regions)) return;
        place_children(ask, level.number, regions, tile);
        __syncthreads();
        for (unsigned k = threadIdx.x; k < tile.entries; k += insertion_tile) {
            const int parent = parent_of(tile, k);
            const auto cells = children(ask.job, level, tile.parents[parent]);
            ask.tables[next][tile.first + k] = pack(cells[k - tile.offsets[parent]]);
        }
        if (threadIdx.x == 0) atomicMax(&control.counts[level.number].end_ns, clock_ns());
        __syncthreads();
    }
}

}  // namespace mariani::cuda
