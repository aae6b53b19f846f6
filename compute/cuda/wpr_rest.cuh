// What the levels above the tiles left to do: pieces of fills and leaves, and the tiles.
#pragma once

#include "compute/cuda/tile.cuh"
#include "compute/cuda/wpr.cuh"

namespace mariani::cuda {

inline constexpr unsigned max_tiles_per_take = 8;  // at once

// What a warp has in shared memory.
struct RestMemory {
    TileMemory tile;
    WorkCounter tiles;
    WorkCounter pieces;
    Count pixels_done;  // not yet reported to the host
};

// Tells the host now and then how far the frame is.
__device__ inline void note_done(Control& control, RestMemory& memory, PixelRect rect) {
    constexpr Count report_threshold = 1U << 18;
    if (lane_id() != 0) return;
    memory.pixels_done += static_cast<Count>(pixel_count(rect));
    if (memory.pixels_done < report_threshold) return;
    atomicAdd(&control.pixels_done, memory.pixels_done);
    memory.pixels_done = 0;
}

template <subdivision::Elements E>
__device__ void solve_fill(const Job<E>& job, const Piece& piece) {
    fill_dwells(job.canvas, piece.rect, piece.dwell, {lane_id(), warp_lanes});
    if (!job.canvas.fractions) return;
    const PixelRect region = subdivision::cell_rect(
        job.layout.image, lattice_of(job.params, piece.level), unpack(piece.cell));
    fill_fractions_by_warp(job.canvas,
                           subdivision::intersection(piece.rect, subdivision::inside(region)),
                           region, piece.dwell);
}

template <bool shortcuts, subdivision::Elements E>
__device__ void solve_leaf(const Job<E>& job, const Piece& piece, TileMemory& memory) {
    const PixelRect rect = piece.rect;
    const unsigned pixels = lane_id() < rect.height ? bits(0, rect.width) : 0;
    if (lane_id() == 0) memory.queue.near_formulas = true;
    const Count iterations = iterate_some<shortcuts>(job, memory, rect, pixels, false).iterations;
    write_dwells(job.canvas, memory, rect);
    __syncwarp();
    if (lane_id() != 0) return;
    if (job.regions) add_iterations(job, piece.record, iterations);
    add_nonzero(iterations, &job.control->counts[piece.level].iterations);
    add_nonzero(iterations, &job.control->counts[piece.level].leaf_iterations);
}

// The next piece of a fill or a leaf above the tiles; false where there is none.
template <subdivision::Elements E, bool shortcuts>
__device__ bool solve_piece(const WprJob<E>& wpr, RestMemory& memory) {
    Control& control = *wpr.job.control;
    const auto begin = ticks();
    if (!memory.pieces.take(control, 1)) return false;
    const Piece piece = wpr.pieces[memory.pieces.number()];
    if (piece.outcome == Outcome::filled)
        solve_fill(wpr.job, piece);
    else
        solve_leaf<shortcuts>(wpr.job, piece, memory.tile);
    note_done(control, memory, piece.rect);
    if (lane_id() == 0)
        add_nonzero(static_cast<Count>(ticks() - begin), &control.counts[piece.level].busy);
    return true;
}

template <subdivision::Elements E, bool shortcuts>
__device__ void solve_tile(const WprJob<E>& wpr, const WprLevel& level, RestMemory& memory) {
    const Task task = numbered_region(wpr, level, memory.tiles.number());
    if (task.level.number < 0) return;
    if (lane_id() == 0) memory.tile.task = task;
    __syncwarp();
    Tile<E, shortcuts>(wpr, level, memory.tile).solve();
    note_done(*wpr.job.control, memory, memory.tile.task.rect);
}

// Until the warps of the block are done.
template <subdivision::Elements E, bool shortcuts>
__device__ void help_mates(const Job<E>& job, RestMemory* memories) {
    const int lane = lane_id(), own = warp_id();
    if (lane == 0) store_volatile(memories[own].tile.queue.finished, 1U);
    if (lane < wpr_warps) store_volatile(memories[lane].tile.queue.wanted, 1U);
    while (true) {
        bool all_done = true, helped = false;
        for (int i = 1; i < wpr_warps; ++i) {
            TileMemory& mate = memories[(own + i) % wpr_warps].tile;
            if (__all_sync(full_mask, is_set(&mate.queue.finished))) continue;
            all_done = false;
            helped = help<shortcuts>(job, mate) || helped;
        }
        if (all_done) return;
        if (!helped) __nanosleep(500);
    }
}

// What the levels above the tiles left to do, and the tiles, if there are any. Tiles and pieces
// take turns, so that the stores of fills run beside iterations.
template <subdivision::Elements E, bool shortcuts>
__global__ void __launch_bounds__(wpr_threads, wpr_blocks<E>)
    wpr_rest(const __grid_constant__ WprJob<E> wpr, const __grid_constant__ WprLevel above,
             const __grid_constant__ WprLevel tiles) {
    alignas(RestMemory) __shared__ unsigned char bytes[wpr_warps * sizeof(RestMemory)];
    auto* const memories = reinterpret_cast<RestMemory*>(bytes);
    RestMemory& memory = memories[warp_id()];
    Control& control = *wpr.job.control;
    const bool any_tiles = wpr.tiles.levels > 0;
    const bool begun_with_tiles = any_tiles && tiles.level.number == 0;
    if (!begun_with_tiles && !all_taken(wpr, control, above)) return;
    if (lane_id() < max_tile_levels) memory.tile.counts[lane_id()] = {};
    if (lane_id() == 0) {
        memory.pixels_done = 0;
        PixelQueue& queue = memory.tile.queue;
        queue.wanted = queue.open = queue.helpers = queue.finished = 0;
    }
    __syncthreads();
    memory.tiles.open(&control.wpr.taken[tiles.level.number],
                      any_tiles ? max_regions(control, tiles) : 0, deadline_of(wpr.job));
    memory.pieces.open(&control.wpr.pieces_taken, control.wpr.pieces, deadline_of(wpr.job));
    bool more_tiles = any_tiles, more_pieces = true;
    while (more_tiles || more_pieces) {
        if (more_tiles)
            more_tiles = memory.tiles.next() || memory.tiles.take(control, max_tiles_per_take);
        if (more_tiles) solve_tile<E, shortcuts>(wpr, tiles, memory);
        if (more_pieces) more_pieces = solve_piece<E, shortcuts>(wpr, memory);
    }
    help_mates<E, shortcuts>(wpr.job, memories);
    if (lane_id() == 0) add_nonzero(memory.pixels_done, &control.pixels_done);
    if (any_tiles)
        flush_counts<max_tile_levels>(control, tiles.level.number,
                                      [&](int i) { return memories[i].tile.counts; });
}

}  // namespace mariani::cuda
