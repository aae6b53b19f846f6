// ASK in the scheme WPR, a warp per region. No pixel is iterated twice. The levels of large regions
// have a launch each (wpr_borders.cuh). The levels of small regions are one launch: a warp solves a
// tile, a region of at most 32 x 32 pixels with all that is below it (wpr_rest.cuh).
#pragma once

#include "compute/cuda/launch.hpp"
#include "compute/cuda/painter.hpp"
#include "compute/cuda/wpr_borders.cuh"
#include "compute/cuda/wpr_rest.cuh"

#include <algorithm>
#include <cmath>

namespace mariani::cuda {

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
