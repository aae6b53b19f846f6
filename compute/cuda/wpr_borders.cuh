// A level above the tiles: the pixels of its borders are spread over warps; the warp that iterated
// the last of a border decides what becomes of the region.
#pragma once

#include "compute/cuda/lanes.cuh"
#include "compute/cuda/wpr.cuh"

namespace mariani::cuda {

// The border that a warp is at; in shared memory. It iterates a piece of what the parent's border
// does not share.
struct RingMemory {
    subdivision::RingSides fresh;  // what of it the parent's border does not share
    int end[4];                    // how many pixels these sides have, with those before them
    RegionLines lines;
    bool rows_within;  // whether rows of finer lattices begin or end within the region

    __device__ int pixels() const { return end[3]; }
};

template <subdivision::Elements E>
__device__ void enter_ring(const WprJob<E>& wpr, const WprLevel& level, const Task& task,
                           RingMemory& memory) {
    __syncwarp();
    if (lane_id() == 0) {
        memory.fresh =
            subdivision::new_ring_sides(task.rect, unknown_pixels(wpr, level, task.cell));
        int pixels = 0;
        for (int i = 0; i < 4; ++i)
            memory.end[i] = pixels += static_cast<int>(pixel_count(memory.fresh.side[i]));
        memory.lines = RegionLines::of(wpr.lines, task.rect);
        memory.rows_within = level.lattice.value() != wpr.lines.lattice.value();
    }
    __syncwarp();
}

// Some of a border's fresh pixels. `plain`: nothing but their dwells is wanted.
template <subdivision::Elements E, bool plain>
struct RingPixels {
    static constexpr int place_bits = 29;

    const WprJob<E>& wpr;
    const RingMemory& memory;
    int first;
    int number;
    subdivision::BorderRange range;  // of the lane
    Count iterations = 0;            // of the lane
    int next = 0;

    __device__ int count() const { return number; }
    __device__ bool any_left() const { return next < number; }
    __device__ int claim(int some) {
        next += some;
        return next - some;
    }
    __device__ bool near_formulas() const { return true; }
    // The side, and where on it.
    __device__ int take(int i) const {
        const int k = first + i;
        const int side = (k >= memory.end[0]) + (k >= memory.end[1]) + (k >= memory.end[2]);
        return side << place_bits | (k - (side > 0 ? memory.end[side - 1] : 0));
    }
    __device__ Pixel pixel(int name) const {
        const PixelRect side = memory.fresh.side[name >> place_bits];
        const int place = name & ((1 << place_bits) - 1);
        return side.height == 1 ? Pixel{side.x + place, side.y} : Pixel{side.x, side.y + place};
    }
    __device__ void put(int name, subdivision::ElementDwell point, float fraction) {
        const auto [x, y] = pixel(name);
        const auto& canvas = wpr.job.canvas;
        const auto& rect = memory.lines.rect;
        *memory.lines.place(x, y) = point.dwell;
        const bool on_column = y != rect.y && y != rect.y + rect.height - 1;
        if (on_column && memory.rows_within && wpr.lines.has_row(y))
            wpr.lines.row(y)[x] = point.dwell;
        range.take(point.dwell);
        iterations += point.iterations;
        if (plain) return;
        if (canvas.fractions) canvas.fractions[canvas.index(x, y)] = fraction;
        canvas.count_work(x, y, point.iterations);
    }
};

// What is known of a border's fresh pixels.
struct RingResult {
    int pixels;
    subdivision::BorderRange range;
    Count iterations;
};

// Not inlined, so that the lanes' pixels have the registers to themselves.
template <bool shortcuts, bool plain, subdivision::Elements E>
__device__ __noinline__ RingResult iterate_ring(const WprJob<E>& wpr, const RingMemory& memory,
                                                int first, int number) {
    RingPixels<E, plain> pixels{wpr, memory, first, number, {}};
    iterate_pixels<shortcuts, !plain>(wpr.job.canvas, pixels);
    __syncwarp();
    return {memory.pixels(), warp_reduce_range(pixels.range), warp_reduce_sum(pixels.iterations)};
}

// Adds a piece of a border that the warp has just written to what is known of it. True for the last
// one: then all of the border can be read.
__device__ inline bool add_piece(Ring& ring, unsigned pieces, RingResult& found) {
    unsigned done = 0;
    if (lane_id() == 0) {
        add_nonzero(found.iterations, &ring.iterations);
        atomicMax(&ring.max, found.range.max);
        atomicMax(&ring.inverted_min, ~found.range.min);
        __threadfence();
        done = atomicAdd(&ring.pieces_done, 1U) + 1;
        __threadfence();
    }
    __syncwarp();
    if (from_lane(done, 0) < pieces) return false;
    found.iterations = __ldcg(&ring.iterations);
    found.range = {~__ldcg(&ring.inverted_min), __ldcg(&ring.max)};
    __syncwarp();
    if (lane_id() == 0) ring = {};
    return true;
}

// A leaf's border is in no tile and in no fill.
template <subdivision::Elements E>
__device__ void copy_to_picture(const Canvas<E>& canvas, const RegionLines& lines) {
    for (int k = lane_id(); k < ring_pixels(lines.rect); k += warp_lanes) {
        const auto [x, y] = ring_pixel(lines.rect, k);
        canvas.dwells.store(canvas.index(x, y), __ldcg(lines.place(x, y)));
    }
}

// A region whose border has been iterated, and what becomes of it.
struct RegionDecision {
    std::uint32_t cell;
    std::uint32_t dwell;   // where filled
    std::uint32_t record;  // in the list of regions, or not_kept
    std::uint32_t parts;   // of its fill or leaf; 0: it is subdivided, or there is no region
    bool subdivided;
    bool leaf;
};

template <subdivision::Elements E>
__device__ RegionDecision decide(const WprJob<E>& wpr, const Task& task, const RegionLines& lines,
                                 const RingResult& ring, LevelCounts& counts) {
    const Job<E>& job = wpr.job;
    const bool listed = job.regions != nullptr, last = !subdivides(job, task.level);
    subdivision::BorderRange border = ring.range;
    if (listed || border.min >= border.max)
        border = border_range(task.rect, listed, [&](int x, int y) {
            return __ldcg(lines.place(x, y));  // other multiprocessors wrote it
        });
    const bool fills = border.uniform() && fills_uniform(job, task.rect, border.min);
    const Outcome outcome = fills ? Outcome::filled : last ? Outcome::leaf : Outcome::subdivided;
    const std::uint32_t record = listed ? take_records(job, 1) : not_kept;
    if (outcome == Outcome::leaf) copy_to_picture(job.canvas, lines);
    if (lane_id() == 0) {
        count_region(job, task, outcome, ring.pixels, counts);
        if (record != not_kept) {
            write_record(job, record, task.rect, task.level.number, border, outcome);
            job.regions[record].iterations = ring.iterations;
        }
    }
    const bool subdivided = outcome == Outcome::subdivided;
    const std::uint32_t parts =
        subdivided ? 0 : piece_cut(wpr.piece_side, task.rect, outcome).parts();
    return {pack(task.cell), border.min, record, parts, subdivided, outcome == Outcome::leaf};
}

// Iterates a piece of a region's border, and decides where that is the last one.
template <subdivision::Elements E, bool shortcuts>
__device__ RegionDecision solve_ring(const WprJob<E>& wpr, const WprLevel& level, RingCut cut,
                                     std::uint32_t piece, RingMemory& memory, LevelCounts& counts) {
    const std::uint32_t region = piece >> cut.shift, pieces = 1U << cut.shift;
    const Task task = numbered_region(wpr, level, region);
    if (task.level.number < 0) return {};
    enter_ring(wpr, level, task, memory);
    const int first = static_cast<int>(piece & (pieces - 1)) * cut.pixels;
    const int number = min(max(memory.pixels() - first, 0), cut.pixels);
    RingResult found = wpr.job.canvas.plain()
                           ? iterate_ring<shortcuts, true>(wpr, memory, first, number)
                           : iterate_ring<shortcuts, false>(wpr, memory, first, number);
    if (lane_id() == 0) counts.iterations += found.iterations;
    if (pieces > 1 && !add_piece(wpr.rings[region], pieces, found)) return {};
    return decide(wpr, task, memory.lines, found, counts);
}

// Leaves the lanes' regions to the next level, or their fills and leaves to all warps.
template <subdivision::Elements E>
__device__ void hand_off(const WprJob<E>& wpr, const WprLevel& level,
                         const RegionDecision& region) {
    WprWork& work = wpr.job.control->wpr;
    const int number = level.level.number;
    const unsigned at = reserve_entries(&work.subdivided[number], region.subdivided ? 1 : 0);
    if (region.subdivided) wpr.tables[(number + 1) % 2][at] = region.cell;
    const unsigned first = reserve_entries(&work.pieces, region.parts);
#pragma unroll 1
    for (unsigned rest = __ballot_sync(full_mask, region.parts > 0); rest != 0; rest &= rest - 1) {
        const int lane = lowest_bit(rest);
        Piece piece{{},
                    from_lane(region.cell, lane),
                    from_lane(region.dwell, lane),
                    from_lane(region.record, lane),
                    number,
                    from_lane(region.leaf, lane) ? Outcome::leaf : Outcome::filled};
        const PixelRect rect =
            subdivision::cell_rect(wpr.job.layout.image, level.lattice, unpack(piece.cell));
        const PieceCut cut = piece_cut(wpr.piece_side, rect, piece.outcome);
        const unsigned begin = from_lane(first, lane), parts = from_lane(region.parts, lane);
#pragma unroll 1
        for (auto part = static_cast<unsigned>(lane_id()); part < parts; part += warp_lanes) {
            piece.rect = cut.rect(part);
            wpr.pieces[begin + part] = piece;
        }
    }
}

// A level above the tiles: iterates the borders of its regions.
template <subdivision::Elements E, bool shortcuts>
__global__ void __launch_bounds__(wpr_threads, wpr_blocks<E>)
    wpr_borders(const __grid_constant__ WprJob<E> wpr, const __grid_constant__ WprLevel above,
                const __grid_constant__ WprLevel level) {
    __shared__ LevelCounts counts[wpr_warps];
    __shared__ WorkCounter work_counters[wpr_warps];
    // As bytes: shared memory has no initial values, and some of the members do.
    alignas(RingMemory) __shared__ unsigned char bytes[wpr_warps * sizeof(RingMemory)];
    Control& control = *wpr.job.control;
    const int number = level.level.number;
    if (number > 0 && !all_taken(wpr, control, above)) return;
    LevelCounts& own = counts[warp_id()];
    WorkCounter& work_counter = work_counters[warp_id()];
    RingMemory& memory = reinterpret_cast<RingMemory*>(bytes)[warp_id()];
    const Count regions = max_regions(control, level);
    const RingCut cut = ring_cut(wpr, level, regions);
    if (lane_id() == 0) own = {};
    work_counter.open(&control.wpr.taken[number], regions << cut.shift, deadline_of(wpr.job));
    const auto begin = ticks();
    while (work_counter.take(control, warp_lanes)) {
        RegionDecision mine{};
        int lane = 0;
        do {
            const RegionDecision decided =
                solve_ring<E, shortcuts>(wpr, level, cut, work_counter.number(), memory, own);
            if (lane_id() == lane++) mine = decided;
        } while (work_counter.next());
        hand_off(wpr, level, mine);
    }
    if (lane_id() == 0) own.busy = static_cast<Count>(ticks() - begin);
    flush_counts<1>(control, number, [&](int i) { return &counts[i]; });
}

}  // namespace mariani::cuda
