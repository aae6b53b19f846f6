// What DP and ASK share: a region's border, its outcome, its fill and leaf pixels. They differ in
// who calls these, and when.
#pragma once

#include "compute/cpu/painter.hpp"
#include "compute/kernel/border.hpp"
#include "compute/kernel/lattice.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace mariani::cpu {

struct Level {
    int number;
    std::int64_t lattice;  // L = g * r^number
};

// Pixels inside a region whose outcome is known: to fill with a dwell, or a leaf's to iterate.
struct Piece {
    PixelRect rect;
    PixelRect region;
    std::uint32_t dwell;
    std::uint8_t level;
    Outcome outcome;
};

// What became of some regions of one level.
struct Outcomes {
    std::vector<Piece> pieces;            // of the filled ones and the leaves
    std::vector<LatticeCell> subdivided;  // those whose children come next
};

template <typename T>
class Subdivision {
  public:
    Subdivision(const Canvas<T>& canvas, const FramePlan& plan, int threads);

    Level first_level() const { return {0, plan_.subdivision.g}; }
    Level next(Level level) const {
        return {level.number + 1, level.lattice * plan_.subdivision.r};
    }
    kernel::Children first_regions() const;
    std::int64_t regions_on(Level level) const;  // at most, of the part
    kernel::Children children(Level level, LatticeCell parent) const;
    bool stopped() const { return canvas_.stop.stop_requested(); }

    // Iterates the unknown border pixels of regions and decides their outcomes. The result is the
    // calling thread's own and lasts until its next call.
    const Outcomes& examine(Level level, std::span<const LatticeCell> cells);

    // Fills or iterates pieces of any regions.
    void finish(std::span<const Piece> pieces);

    // The counts of all threads; ms is the thread time of a level. To be called once, at the end.
    Painted result();

  private:
    struct alignas(64) Thread {
        std::vector<LevelStats> levels;
        std::vector<Region> regions;
        Outcomes outcomes;
        std::vector<PixelRect> rects;
        std::vector<PixelRun> runs;
        std::vector<std::int64_t> iterations;

        LevelStats& level(int number);
    };

    Thread& mine();
    bool iterate_borders(Thread& thread, Level level, std::span<const LatticeCell> cells);
    void decide(Thread& thread, Level level, LatticeCell cell, std::size_t owner);
    bool iterate_leaves(Thread& thread, std::span<const Piece> pieces);
    void fill(const Piece& piece);
    void iterate_fractions(PixelRect rect);
    void interpolate_fractions(const Piece& piece);
    PixelRect unknown(Level level, LatticeCell cell) const;
    void count_done(std::int64_t pixels);

    const Canvas<T>& canvas_;
    const FramePlan& plan_;
    const Layout layout_;
    std::vector<Thread> threads_;
};

// Cuts pieces into groups of about as many pixels each, so that threads can share one region (MBR).
std::vector<std::vector<Piece>> spread(std::span<const Piece> pieces);

}  // namespace mariani::cpu
