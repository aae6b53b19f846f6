// What DP and ASK share: how a block examines a region. They differ in who hands regions over, and
// how.
#pragma once

#include "compute/cuda/border.cuh"
#include "compute/subdivision/lattice.hpp"

namespace mariani::cuda {

struct Level {
    int number;
    std::int64_t lattice;  // L = g * r^number
};

// A region to examine; `level` is negative where there is none.
struct Task {
    Level level;
    LatticeCell cell;
    PixelRect rect;
};

// A cell packed into an OLT entry: lattices stay below 65536.
MARIANI_HOST_DEVICE inline std::uint32_t pack(LatticeCell cell) {
    return cell.iy << 16 | cell.ix;
}

MARIANI_HOST_DEVICE inline LatticeCell unpack(std::uint32_t entry) {
    return {entry & 0xFFFF, entry >> 16};
}

inline constexpr std::uint32_t not_kept = ~0U;

struct RegionResult {
    Outcome outcome;
    std::uint32_t dwell;   // where filled
    std::uint32_t record;  // in the list of regions, or not_kept
};

// Regions that a block subdivides itself, because nobody could take their children: the path from
// the first of them to the one at work. Only the block's first thread uses it.
struct Path {
    int depth;
    Level levels[max_levels];  // of the children
    LatticeCell parents[max_levels];
    std::int64_t next_child[max_levels];
};

// What a thread counts.
struct Iterations {
    Count all = 0;
    Count of_leaves = 0;
};

// What a block's threads share.
struct BlockState {
    Task task;
    BorderNotes notes;
    std::uint32_t record;
    unsigned index;  // of the task in its level's list
    unsigned slot;
    bool refused;
    LevelCounts counts;
    Count pixels_done;
    Count begin_ns;
    Path path;
};

template <subdivision::Elements E>
__device__ bool subdivides(const Job<E>& job, Level level) {
    return subdivision::subdivides(job.layout.image, job.params, level.lattice);
}

template <subdivision::Elements E>
__device__ Level next_level(const Job<E>& job, Level level) {
    return {level.number + 1, level.lattice * job.params.r};
}

template <subdivision::Elements E>
__device__ subdivision::Children children(const Job<E>& job, Level level, LatticeCell parent) {
    return subdivision::children(job.layout.image, level.lattice, parent, job.params.r);
}

template <subdivision::Elements E>
__device__ Task task_of(const Job<E>& job, Level level, LatticeCell cell) {
    return {level, cell, subdivision::cell_rect(job.layout.image, level.lattice, cell)};
}

__device__ inline std::int64_t lattice_of(SubdivisionParams params, int level) {
    std::int64_t lattice = params.g;
    for (int i = 0; i < level; ++i) lattice *= params.r;
    return lattice;
}

// The pixels that a filled region has yet to get: its ring has them already where it was kept.
template <subdivision::Elements E>
__device__ PixelRect remaining_to_fill(const Job<E>& job, Level level, PixelRect rect) {
    const bool ring_kept = job.canvas.fractions || !subdivides(job, level);
    return ring_kept ? subdivision::inside(rect) : rect;
}

// --- counting ---------------------------------------------------------------------------------

// Called by all threads, once, before anything is counted.
__device__ inline void begin_counting(BlockState& state) {
    if (first_thread()) {
        state.counts = {};
        state.pixels_done = 0;
        state.begin_ns = clock_ns();
        state.path.depth = 0;
    }
    __syncthreads();
}

// Tells the host now and then how far the frame is. First thread only.
__device__ inline void note_progress(Control& control, BlockState& state, std::int64_t pixels) {
    constexpr Count report_threshold = 1U << 18;
    state.pixels_done += static_cast<Count>(pixels);
    if (state.pixels_done < report_threshold) return;
    atomicAdd(&control.pixels_done, state.pixels_done);
    state.pixels_done = 0;
}

__device__ inline void add_counts(const RegionCounts<Count>& counts, RegionCounts<Count>& sum) {
    constexpr int kinds = sizeof(RegionCounts<Count>) / sizeof(Count);
#pragma unroll
    for (int i = 0; i < kinds; ++i)
        add_nonzero(reinterpret_cast<const Count*>(&counts)[i], reinterpret_cast<Count*>(&sum) + i);
}

// Adds what the block has counted for a level, and the iterations of all threads, to the frame's
// counts. Called by all threads; counting can go on afterwards.
__device__ inline void flush_counts(Control& control, int level, BlockState& state,
                                    Iterations& iterations) {
    __syncthreads();
    add_block_sum(iterations.all, &state.counts.iterations);
    add_block_sum(iterations.of_leaves, &state.counts.leaf_iterations);
    iterations = {};
    __syncthreads();
    if (!first_thread()) return;
    LevelCounts& sum = control.counts[level];
    const LevelCounts& counts = state.counts;
    const Count now = clock_ns();
    add_counts(counts, sum);
    atomicMin(&sum.begin_ns, state.begin_ns);
    atomicMax(&sum.end_ns, now);
    atomicAdd(&sum.busy, now - state.begin_ns);
    add_nonzero(state.pixels_done, &control.pixels_done);
    state.pixels_done = 0;
    state.counts = {};
    state.begin_ns = now;
}

// --- a region ---------------------------------------------------------------------------------

// Counts a region whose border is known; `walked` pixels of it were iterated.
template <subdivision::Elements E>
__device__ void count_region(const Job<E>& job, const Task& task, Outcome outcome, int walked,
                             LevelCounts& counts) {
    const auto rest = static_cast<Count>(pixel_count(subdivision::inside(task.rect)));
    ++counts.regions;
    counts.pixels_iterated += static_cast<Count>(walked);
    switch (outcome) {
        case Outcome::filled:
            ++counts.filled;
            counts.pixels_filled += rest;
            break;
        case Outcome::subdivided: {
            const Count r = static_cast<Count>(job.params.r);
            ++counts.subdivided;
            counts.empty_children +=
                r * r - static_cast<Count>(children(job, task.level, task.cell).count());
            break;
        }
        case Outcome::leaf:
            ++counts.leaves;
            counts.pixels_iterated += rest;
            counts.leaf_pixels += rest;
            break;
    }
}

// Counts a region, and lists it where that is wanted. First thread only.
template <subdivision::Elements E>
__device__ void note_region(const Job<E>& job, const Task& task, Outcome outcome, int walked,
                            BlockState& state) {
    count_region(job, task, outcome, walked, state.counts);
    state.record = not_kept;
    if (!job.regions) return;
    const Count at = atomicAdd(&job.control->regions_kept, Count{1});
    if (at >= job.region_capacity) return;
    state.record = static_cast<std::uint32_t>(at);
    job.regions[at] = {task.rect,
                       state.notes.min,
                       state.notes.max,
                       0,
                       static_cast<std::uint8_t>(task.level.number),
                       outcome};
}

// Adds iterations to a region in the list. Called by all threads of the block.
template <subdivision::Elements E>
__device__ void add_to_record(const Job<E>& job, std::uint32_t record, Count iterations) {
    static_assert(sizeof(Count) == sizeof(Region::iterations));
    if (record == not_kept) return;
    add_block_sum(iterations, reinterpret_cast<Count*>(&job.regions[record].iterations));
}

// Walks a region's border and decides what becomes of the region. Called by all threads of the
// block, with the same task; all get the same answer.
template <subdivision::Elements E>
__device__ RegionResult examine(const Job<E>& job, const Task& task, BlockState& state,
                                Iterations& iterations) {
    const bool last = !subdivides(job, task.level);
    const bool listed = job.regions != nullptr;
    const BorderWalk how{.whole = last || listed,
                         .keep = last || job.canvas.fractions != nullptr,
                         .proofs = job.canvas.elements.needs_proofs(),
                         .range = listed};
    Count of_border = 0;
    const Border border = walk_border(job, task.rect, how, state.notes, of_border);
    iterations.all += of_border;
    const Outcome outcome = fills(job, border, task.rect) ? Outcome::filled
                            : last                        ? Outcome::leaf
                                                          : Outcome::subdivided;
    if (first_thread()) note_region(job, task, outcome, border.pixels, state);
    if (!listed) return {outcome, border.dwell, not_kept};
    __syncthreads();
    add_to_record(job, state.record, of_border);
    return {outcome, border.dwell, state.record};
}

// Whether a launch has to end, because of a stop or a deadline (0: none).
__device__ inline bool time_is_up(const Control& control, Count deadline_ns) {
    return stopped(control) || (deadline_ns != 0 && clock_ns() > deadline_ns);
}

// When a launch that begins now has to end; 0: any time.
template <subdivision::Elements E>
__device__ Count deadline_of(const Job<E>& job) {
    return job.launch_ns == 0 ? 0 : clock_ns() + job.launch_ns;
}

// Iterates pixels of a leaf from a round on; called by all threads of the block. Returns the round
// that it came to: that of rounds_of(rect), or fewer when the time is up.
template <subdivision::Elements E>
__device__ int iterate_leaf(const Job<E>& job, PixelRect rect, std::uint32_t record, int round,
                            Count deadline_ns, Iterations& iterations) {
    const int rounds = rounds_of(rect);
    const int patience = rounds_between_polls(job.canvas.elements.dwell_limit);
    Count of_leaf = 0;
    while (round < rounds) {
        const int end = min(rounds, round + patience);
        of_leaf += iterate(job.canvas, rect, round, end);
        round = end;
        if (round == rounds) break;
        if (__syncthreads_or(first_thread() && time_is_up(*job.control, deadline_ns))) break;
    }
    iterations.all += of_leaf;
    iterations.of_leaves += of_leaf;
    add_to_record(job, record, of_leaf);
    return round;
}

// --- regions subdivided in place ----------------------------------------------------------------

// The children of a region whose border is known, from the k-th on, are now the block's own. First
// thread only.
template <subdivision::Elements E>
__device__ void subdivide_in_place(const Job<E>& job, const Task& parent, Path& path,
                                   std::int64_t k = 0) {
    path.levels[path.depth] = next_level(job, parent.level);
    path.parents[path.depth] = parent.cell;
    path.next_child[path.depth] = k;
    ++path.depth;
}

// The next of the block's own regions, depth first. First thread only.
template <subdivision::Elements E>
__device__ bool next_own_task(const Job<E>& job, Path& path, Task& task) {
    while (path.depth > 0) {
        const int top = path.depth - 1;
        const Level level = path.levels[top];
        const Level parents{level.number - 1, level.lattice / job.params.r};
        const auto regions = children(job, parents, path.parents[top]);
        const std::int64_t child = path.next_child[top]++;
        if (child < regions.count()) {
            task = task_of(job, level, regions[child]);
            return true;
        }
        --path.depth;
    }
    return false;
}

}  // namespace mariani::cuda
