// ASK in the scheme WPR, a warp per region. No pixel is iterated twice. The levels of large regions
// have a launch each (wpr_borders.cuh). The levels of small regions are one launch: a warp solves a
// tile, a region of at most 32 x 32 pixels with all that is below it.
#pragma once

#include "compute/cuda/launch.hpp"
#include "compute/cuda/painter.hpp"
#include "compute/cuda/tile.cuh"
#include "compute/cuda/wpr.cuh"
#include "compute/cuda/wpr_borders.cuh"

#include <algorithm>
#include <cmath>

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

template <subdivision::Elements E>
class WprLaunches {
  public:
    WprLaunches(const Job<E>& job, const FramePlan& plan, Workspace& workspace)
        : plan_(plan), workspace_(workspace), tile_side_(tile_side()) {
        wpr_.job = job;
        wpr_.r = subdivision::Divisor(plan.subdivision.r);
        wpr_.piece_side = piece_side_of(tile_side_);
        plan_levels();
        reserve_lists();
    }

    PaintResult run() {
        const std::vector<Launch> launches = plan_launches();
        workspace_.start_clock();
        reset_borders();
        while (true) {
            for (const Launch& each : launches)
                launch(each.label, workspace_.stream(), {each.blocks, block_}, each.kernel, wpr_,
                       *each.above, *each.level);
            if (!workspace_.wait()) return {};
            if (done(workspace_.read_control())) return {true, workspace_.frame_ms()};
        }
    }

  private:
    struct Launch {
        std::string label;
        void (*kernel)(WprJob<E>, WprLevel, WprLevel);
        std::int64_t blocks;
        const WprLevel* above;
        const WprLevel* level;
    };

    // Less than there is room for, where a screen must not wait for the time that it takes.
    int tile_side() const {
        const auto launch_ns = static_cast<double>(workspace_.launch_ns());
        if (launch_ns == 0) return max_tile_side;
        constexpr double ns_per_step = 8;
        const double rounds = launch_ns / ns_per_step / plan_.dwell_limit;
        return std::clamp(static_cast<int>(std::sqrt(rounds * warp_lanes)), 4, max_tile_side);
    }

    void plan_levels() {
        Level level{0, plan_.subdivision.g};
        while (true) {
            const int below = levels_below(plan_, level.lattice);
            if (is_tile(plan_, level.lattice, tile_side_)) {
                tiles_ = wpr_level(level);
                plan_tiles(below + 1);
                return;
            }
            large_.push_back(wpr_level(level));
            large_.back().ring_pixels = ring_pixels(level);
            if (below == 0) return;
            level = {level.number + 1, level.lattice * plan_.subdivision.r};
        }
    }

    WprLevel wpr_level(Level level) const {
        const ImageSize image = plan_.image;
        const std::int64_t above = level.number == 0 ? 1 : level.lattice / plan_.subdivision.r;
        const MostChildren children = most_children(plan_, wpr_.job.layout, level.lattice);
        return {level,
                subdivision::Divisor(level.lattice),
                subdivision::Divisor(above),
                subdivision::Divisor(children.columns),
                subdivision::Divisor(children.rows),
                level.lattice > std::min(image.width, image.height),
                0};
    }

    void plan_tiles(int levels) {
        const int r = plan_.subdivision.r;
        TilePlan& plan = wpr_.tiles;
        plan.levels = levels;
        plan.across = 1;
        for (int i = 1; i < levels; ++i) plan.across *= r;
        plan.lattice = subdivision::Divisor(tiles_.level.lattice * plan.across);
        int lines = plan.across;
        for (int i = 0; i < levels; ++i, lines /= r)
            plan.at[i] = {lines, plan.across / lines, 256 / lines + 1};
    }

    int ring_pixels(Level level) const {
        const int sides =
            across(plan_.image.width, level.lattice) + across(plan_.image.height, level.lattice);
        // Each of two by two children shares half its border with the parent.
        return level.number > 0 && plan_.subdivision.r == 2 ? sides : 2 * sides;
    }

    std::int64_t max_regions_on(std::int64_t lattice) const {
        return subdivision::regions_on(wpr_.job.layout, plan_.subdivision.g, lattice).count();
    }

    void reserve_lists() {
        const WprRooms rooms = wpr_rooms(plan_, wpr_.job.layout, tile_side_);
        wpr_.tables[0] = list<std::uint32_t>(List::even_table, rooms.tables[0]);
        wpr_.tables[1] = list<std::uint32_t>(List::odd_table, rooms.tables[1]);
        wpr_.pieces = list<Piece>(List::pieces, rooms.pieces);
        wpr_.rings = list<Ring>(List::rings, rooms.rings);
        rings_ = static_cast<std::size_t>(rooms.rings);
        if (!large_.empty()) reserve_lines(rooms);
    }

    void reserve_lines(const WprRooms& rooms) {
        const PixelRect& part = plan_.part;
        const Layout& layout = wpr_.job.layout;
        const std::int64_t finer = large_.back().level.lattice / plan_.subdivision.g;
        auto* lines = list<std::uint32_t>(List::lines, rooms.columns + rooms.rows);
        wpr_.lines = {part,
                      large_.back().lattice,
                      subdivision::Divisor(plan_.image.width),
                      subdivision::Divisor(plan_.image.height),
                      lines,
                      lines + rooms.columns,
                      -2 * layout.columns.first * finer * part.height - part.y,
                      -2 * layout.rows.first * finer * part.width - part.x};
    }

    void reset_borders() {
        if (rings_ == 0) return;
        check(cudaMemsetAsync(wpr_.rings, 0, rings_ * sizeof(Ring), workspace_.stream().get()),
              "reset the list of borders");
    }

    template <typename Entry>
    Entry* list(List which, std::int64_t entries) {
        auto& memory = workspace_.list(which);
        memory.reserve(static_cast<std::size_t>(entries) * sizeof(Entry));
        return memory.template as<Entry>();
    }

    // All levels, to be issued without a look at what they found.
    std::vector<Launch> plan_launches() {
        constexpr std::int64_t pieces_per_warp = 4;
        const std::int64_t border_blocks =
            std::min(resident(wpr_borders<E, false>), resident(wpr_borders<E, true>));
        wpr_.wanted_rings = static_cast<unsigned>(border_blocks * wpr_warps * pieces_per_warp);
        std::vector<Launch> launches;
        const WprLevel* above = &tiles_;
        for (const WprLevel& level : large_) {
            const bool shortcuts = shortcuts_pay(level);
            launches.push_back({"level " + std::to_string(level.level.number),
                                shortcuts ? wpr_borders<E, true> : wpr_borders<E, false>,
                                border_blocks, above, &level});
            above = &level;
        }
        const bool large_leaves = wpr_.tiles.levels == 0;
        const bool shortcuts = large_leaves ? plan_.shortcuts : shortcuts_pay(tiles_);
        const auto rest = shortcuts ? wpr_rest<E, true> : wpr_rest<E, false>;
        std::int64_t rest_blocks = resident(rest);
        if (large_.empty()) {
            const std::int64_t tiles = max_regions_on(tiles_.level.lattice);
            rest_blocks = std::min(rest_blocks, (tiles - 1) / wpr_warps + 1);
        }
        launches.push_back({"tiles", rest, rest_blocks, above, &tiles_});
        return launches;
    }

    // Borders far inside are found on the first level. On those below, shortcuts cost more than
    // they save, unless orbits are long.
    bool shortcuts_pay(const WprLevel& level) const {
        constexpr std::uint32_t long_orbit = 1024;
        return plan_.shortcuts && (level.level.number == 0 || plan_.dwell_limit > long_orbit);
    }

    template <typename Kernel>
    std::int64_t resident(Kernel kernel) const {
        return resident_blocks(kernel, block_, workspace_.facts().multiprocessors);
    }

    bool done(const Control& control) const {
        if (!large_.empty() && !all_taken(wpr_, control, large_.back())) return false;
        return control.wpr.pieces_taken >= control.wpr.pieces &&
               (wpr_.tiles.levels == 0 || all_taken(wpr_, control, tiles_));
    }

    static constexpr BlockSize block_{wpr_threads, 1};

    const FramePlan& plan_;
    Workspace& workspace_;
    int tile_side_;  // the most, in pixels
    WprJob<E> wpr_{};
    std::vector<WprLevel> large_;
    WprLevel tiles_{};
    std::size_t rings_ = 0;  // entries of the list of borders
};

// `Of<T>` are the elements computed with T, float or double.
template <template <typename> class Of>
PaintResult paint_wpr(const FrameJob& frame, const Surface& surface, const FramePlan& plan,
                      Workspace& workspace) {
    return paint_in_precision<Of>(frame, surface, plan, workspace, [&](const auto& job) {
        return WprLaunches(job, plan, workspace).run();
    });
}

}  // namespace mariani::cuda
