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
        wpr_.piece_side = std::min(tile_side_, max_tile_side - 2);  // all of it is queued
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
            const int below = levels_below(level);
            if (is_tile(level, below)) {
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

    int levels_below(Level level) const {
        int levels = 0;
        while (subdivision::subdivides(plan_.image, plan_.subdivision, level.lattice)) {
            level.lattice *= plan_.subdivision.r;
            ++levels;
        }
        return levels;
    }

    static int across(int length, std::int64_t lattice) {
        return static_cast<int>((length + lattice - 1) / lattice);
    }

    bool is_tile(Level level, int levels_below) const {
        std::int64_t regions = 1;
        for (int i = 0; i < levels_below && regions <= max_tile_regions; ++i)
            regions *= plan_.subdivision.r;
        return regions <= max_tile_regions &&
               across(subdivision::longer_side(plan_.image), level.lattice) <= tile_side_;
    }

    WprLevel wpr_level(Level level) const {
        const ImageSize image = plan_.image;
        const subdivision::Children first =
            subdivision::first_regions(wpr_.job.layout, plan_.subdivision.g);
        const std::int64_t above = level.number == 0 ? 1 : level.lattice / plan_.subdivision.r;
        // A region has no more children than pixels.
        const auto max_children = [&](int length, std::int64_t on_first_level) {
            return subdivision::Divisor(
                level.number == 0
                    ? on_first_level
                    : std::min<std::int64_t>(plan_.subdivision.r, across(length, above)));
        };
        return {level,
                subdivision::Divisor(level.lattice),
                subdivision::Divisor(above),
                max_children(image.width, first.columns.count),
                max_children(image.height, first.rows.count),
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
        // Of two by two children, each shares half its border with the parent.
        return level.number > 0 && plan_.subdivision.r == 2 ? sides : 2 * sides;
    }

    std::int64_t max_regions_on(std::int64_t lattice) const {
        return subdivision::regions_on(wpr_.job.layout, plan_.subdivision.g, lattice).count();
    }

    void reserve_lists() {
        std::int64_t tables[2] = {0, 0}, rings = 0, pieces = 0;
        for (const WprLevel& large : large_) {
            const std::int64_t regions = max_regions_on(large.level.lattice);
            auto& table = tables[(large.level.number + 1) % 2];
            table = std::max(table, regions);
            const std::int64_t entries =
                large.level.number == 0 ? 1 : max_regions_on(large.above.value());
            rings = std::max(rings, entries * large.columns.value() * large.rows.value());
            pieces += regions * max_pieces(large.level);
        }
        wpr_.tables[0] = list<std::uint32_t>(List::even_table, tables[0]);
        wpr_.tables[1] = list<std::uint32_t>(List::odd_table, tables[1]);
        wpr_.pieces = list<Piece>(List::pieces, pieces);
        wpr_.rings = list<Ring>(List::rings, rings);
        rings_ = static_cast<std::size_t>(rings);
        if (!large_.empty()) reserve_lines();
    }

    void reserve_lines() {
        const PixelRect& part = plan_.part;
        const Layout& layout = wpr_.job.layout;
        const std::int64_t finer = large_.back().level.lattice / plan_.subdivision.g;
        const std::int64_t columns = 2 * layout.columns.count * finer * part.height;
        const std::int64_t rows = 2 * layout.rows.count * finer * part.width;
        auto* lines = list<std::uint32_t>(List::lines, columns + rows);
        wpr_.lines = {part,
                      large_.back().lattice,
                      subdivision::Divisor(plan_.image.width),
                      subdivision::Divisor(plan_.image.height),
                      lines,
                      lines + columns,
                      -2 * layout.columns.first * finer * part.height - part.y,
                      -2 * layout.rows.first * finer * part.width - part.x};
    }

    void reset_borders() {
        if (rings_ == 0) return;
        check(cudaMemsetAsync(wpr_.rings, 0, rings_ * sizeof(Ring), workspace_.stream().get()),
              "reset the list of borders");
    }

    std::int64_t max_pieces(Level level) const {
        const PixelRect largest{0, 0, across(plan_.image.width, level.lattice),
                                across(plan_.image.height, level.lattice)};
        const auto fills = piece_cut(wpr_, largest, Outcome::filled).parts();
        const bool last = levels_below(level) == 0;
        return std::max(fills, last ? piece_cut(wpr_, largest, Outcome::leaf).parts() : 0);
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
    return paint_in_precision<Of>(frame, surface, plan, [&](const auto& job) {
        return WprLaunches(job, plan, workspace).run();
    });
}

}  // namespace mariani::cuda
