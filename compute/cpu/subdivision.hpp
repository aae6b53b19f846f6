// What DP and ASK share: a region's border, its outcome, its fill and leaf pixels. They differ in
// who calls these, and when.
#pragma once

#include "compute/cpu/painter.hpp"
#include "compute/cpu/pieces.hpp"
#include "compute/cpu/region_list.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/subdivision/border.hpp"
#include "compute/subdivision/elements.hpp"
#include "compute/subdivision/lattice.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace mariani::cpu {

struct Level {
    int number;
    std::int64_t lattice;  // L = g * r^number
};

// A piece with the pixels of its region's border that it touches, which are known before it.
inline PixelRect with_border(const Piece& piece) {
    const PixelRect& rect = piece.rect;
    const PixelRect inside = subdivision::inside(piece.region);
    const int left = rect.x == inside.x ? 1 : 0;
    const int top = rect.y == inside.y ? 1 : 0;
    const int right = rect.x + rect.width == inside.x + inside.width ? 1 : 0;
    const int bottom = rect.y + rect.height == inside.y + inside.height ? 1 : 0;
    return {rect.x - left, rect.y - top, rect.width + left + right, rect.height + top + bottom};
}

// What became of some regions of one level.
struct Outcomes {
    std::vector<Piece> pieces;            // of the filled ones and the leaves
    std::vector<LatticeCell> subdivided;  // those whose children come next
};

template <subdivision::Elements E>
class Subdivision {
  public:
    Subdivision(const Canvas<E>& canvas, const FramePlan& plan, int threads);

    Level first_level() const { return {0, plan_.subdivision.g}; }
    Level next(Level level) const {
        return {level.number + 1, level.lattice * plan_.subdivision.r};
    }
    subdivision::Children first_regions() const;
    std::int64_t regions_on(Level level) const;  // at most, of the part
    subdivision::Children children(Level level, LatticeCell parent) const;
    bool stopped() const { return canvas_.stop.stop_requested(); }
    std::int64_t ns() const { return ns_since(start_); }  // since the frame began

    // Iterates the unknown border pixels of regions and decides their outcomes. The result is the
    // calling thread's own and lasts until its next call.
    const Outcomes& examine(Level level, std::span<const LatticeCell> cells);

    // Fills or iterates pieces of any regions.
    void finish(std::span<const Piece> pieces);

    // The counts of all threads; ms is the thread time of a level. To be called once, at the end.
    PaintResult result();

  private:
    struct alignas(64) Thread {
        std::vector<LevelStats> levels;
        std::vector<Region> regions;
        std::vector<RegionTime> times;  // only if recorded, as the next
        std::int64_t begun_ns = 0;      // the region that it is at
        Outcomes outcomes;
        std::vector<PixelRect> rects;
        std::vector<PixelRect> finished;
        std::vector<PixelRun> runs;
        std::vector<std::int64_t> iterations;

        LevelStats& level(int number);
    };

    Thread& mine();
    bool iterate_borders(Thread& thread, Level level, std::span<const LatticeCell> cells);
    void decide(Thread& thread, Level level, LatticeCell cell, std::size_t owner);
    bool iterate_leaves(Thread& thread, std::span<const Piece> pieces);
    void record(Thread& thread, RegionTime what);
    std::size_t at_once(std::size_t regions) const;
    void fill(const Piece& piece);
    void iterate_fractions(PixelRect rect);
    template <typename FractionAt>
    void write_fractions(PixelRect rect, const FractionAt& fraction_at);
    PixelRect unknown(Level level, LatticeCell cell) const;
    void count_done(std::int64_t pixels);

    const Canvas<E>& canvas_;
    const FramePlan& plan_;
    const Layout layout_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::vector<Thread> threads_;
};

// --- what the class does
// --------------------------------------------------------------------------

template <subdivision::Elements E>
Subdivision<E>::Subdivision(const Canvas<E>& canvas, const FramePlan& plan, int threads)
    : canvas_(canvas),
      plan_(plan),
      layout_(layout_of(plan.part, plan.image, plan.subdivision.g)),
      threads_(static_cast<std::size_t>(threads)) {}

template <subdivision::Elements E>
LevelStats& Subdivision<E>::Thread::level(int number) {
    const auto index = static_cast<std::size_t>(number);
    if (levels.size() <= index) levels.resize(index + 1);
    return levels[index];
}

template <subdivision::Elements E>
typename Subdivision<E>::Thread& Subdivision<E>::mine() {
    return threads_[static_cast<std::size_t>(ThreadPool::slot())];
}

template <subdivision::Elements E>
subdivision::Children Subdivision<E>::first_regions() const {
    return subdivision::first_regions(layout_, plan_.subdivision.g);
}

template <subdivision::Elements E>
std::int64_t Subdivision<E>::regions_on(Level level) const {
    return subdivision::regions_on(layout_, plan_.subdivision.g, level.lattice).count();
}

template <subdivision::Elements E>
subdivision::Children Subdivision<E>::children(Level level, LatticeCell parent) const {
    return subdivision::children(plan_.image, level.lattice, parent, plan_.subdivision.r);
}

template <subdivision::Elements E>
const Outcomes& Subdivision<E>::examine(Level level, std::span<const LatticeCell> cells) {
    const auto begin = std::chrono::steady_clock::now();
    Thread& thread = mine();
    thread.outcomes.pieces.clear();
    thread.outcomes.subdivided.clear();
    thread.finished.clear();
    thread.begun_ns = std::chrono::nanoseconds(begin - start_).count();
    const std::size_t together = at_once(cells.size());
    for (std::size_t at = 0; at < cells.size(); at += together) {
        const auto some = cells.subspan(at, together);
        if (!iterate_borders(thread, level, some)) break;
        for (std::size_t i = 0; i < some.size(); ++i) decide(thread, level, some[i], i);
    }
    canvas_.show_finished(thread.finished);
    thread.level(level.number).ms += ms_since(begin);
    return thread.outcomes;
}

// Recorded, each region has a time of its own.
template <subdivision::Elements E>
std::size_t Subdivision<E>::at_once(std::size_t regions) const {
    return plan_.record_times ? 1 : std::max<std::size_t>(regions, 1);
}

// From the end of what the thread recorded before.
template <subdivision::Elements E>
void Subdivision<E>::record(Thread& thread, RegionTime what) {
    if (!plan_.record_times) return;
    what.begin_ns = thread.begun_ns;
    what.end_ns = thread.begun_ns = ns();
    what.unit = static_cast<std::uint16_t>(ThreadPool::slot());
    thread.times.push_back(what);
}

// The pixels that the parent's border left unknown.
template <subdivision::Elements E>
PixelRect Subdivision<E>::unknown(Level level, LatticeCell cell) const {
    if (level.number == 0) return canvas_.part;
    const auto r = static_cast<std::uint32_t>(plan_.subdivision.r);
    const LatticeCell parent{cell.ix / r, cell.iy / r};
    return subdivision::inside(subdivision::cell_rect(plan_.image, level.lattice / r, parent));
}

template <subdivision::Elements E>
bool Subdivision<E>::iterate_borders(Thread& thread, Level level,
                                     std::span<const LatticeCell> cells) {
    thread.rects.clear();
    thread.runs.clear();
    thread.iterations.assign(cells.size(), 0);
    LevelStats& counts = thread.level(level.number);
    for (const auto& cell : cells) {
        const auto owner = static_cast<std::uint32_t>(thread.rects.size());
        thread.rects.push_back(subdivision::cell_rect(plan_.image, level.lattice, cell));
        const auto ring = subdivision::new_ring_sides(thread.rects.back(), unknown(level, cell));
        for (const auto& side : ring.side) {
            if (empty(side)) continue;
            thread.runs.push_back({side, owner});
            counts.pixels_iterated += pixel_count(side);
        }
    }
    return iterate(canvas_, std::span<const PixelRun>(thread.runs), thread.iterations);
}

template <subdivision::Elements E>
void Subdivision<E>::decide(Thread& thread, Level level, LatticeCell cell, std::size_t owner) {
    const PixelRect rect = thread.rects[owner];
    const auto border = subdivision::border_range(
        rect, [&](int x, int y) { return canvas_.dwells[canvas_.index(x, y)]; },
        plan_.keep_regions);
    LevelStats& counts = thread.level(level.number);
    ++counts.regions;
    counts.iterations += thread.iterations[owner];

    Outcome outcome = Outcome::leaf;
    if (subdivision::fills(canvas_.elements, border, rect)) {
        outcome = Outcome::filled;
        ++counts.filled;
    } else if (subdivision::subdivides(plan_.image, plan_.subdivision, level.lattice)) {
        outcome = Outcome::subdivided;
        ++counts.subdivided;
        const std::int64_t r = plan_.subdivision.r;
        counts.empty_children += r * r - children(level, cell).count();
        thread.outcomes.subdivided.push_back(cell);
    } else {
        ++counts.leaves;
    }
    const auto number = static_cast<std::uint8_t>(level.number);
    const PixelRect rest = subdivision::inside(rect);
    if (outcome != Outcome::subdivided && empty(rest))
        thread.finished.push_back(rect);
    else if (outcome != Outcome::subdivided)
        thread.outcomes.pieces.push_back({rest, rect, border.min, number, outcome});
    if (plan_.keep_regions)
        thread.regions.push_back({rect, border.min, border.max,
                                  static_cast<std::uint64_t>(thread.iterations[owner]), number,
                                  outcome});
    record(thread, {rect, cell, 0, 0, 0, number, outcome, RegionPart::border});
}

template <subdivision::Elements E>
void Subdivision<E>::finish(std::span<const Piece> pieces) {
    if (pieces.empty()) return;
    const auto begin = std::chrono::steady_clock::now();
    Thread& thread = mine();
    thread.begun_ns = std::chrono::nanoseconds(begin - start_).count();
    thread.finished.clear();
    for (const auto& piece : pieces) {
        if (piece.outcome != Outcome::filled) continue;
        fill(piece);
        thread.finished.push_back(with_border(piece));
        thread.level(piece.level).pixels_filled += pixel_count(piece.rect);
        count_done(pixel_count(piece.rect));
        record(thread, {piece.region, {}, 0, 0, 0, piece.level, piece.outcome, RegionPart::inside});
    }
    canvas_.show_finished(thread.finished);
    const std::size_t together = at_once(pieces.size());
    for (std::size_t at = 0; at < pieces.size(); at += together)
        if (!iterate_leaves(thread, pieces.subspan(at, together))) break;
    thread.level(pieces.front().level).ms += ms_since(begin);
}

template <subdivision::Elements E>
bool Subdivision<E>::iterate_leaves(Thread& thread, std::span<const Piece> pieces) {
    thread.runs.clear();
    thread.iterations.assign(pieces.size(), 0);
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (pieces[i].outcome == Outcome::leaf)
            thread.runs.push_back({pieces[i].rect, static_cast<std::uint32_t>(i)});
    if (!iterate(canvas_, std::span<const PixelRun>(thread.runs), thread.iterations)) return false;

    thread.finished.clear();
    for (const auto& run : thread.runs) {
        const Piece& piece = pieces[run.owner];
        thread.finished.push_back(with_border(piece));
        const std::int64_t iterations = thread.iterations[run.owner];
        LevelStats& counts = thread.level(piece.level);
        counts.pixels_iterated += pixel_count(piece.rect);
        counts.iterations += iterations;
        counts.leaf_pixels += pixel_count(piece.rect);
        counts.leaf_iterations += iterations;
        if (plan_.keep_regions)
            thread.regions.push_back(more_iterations(piece.region, piece.level, iterations));
        record(thread, {piece.region, {}, 0, 0, 0, piece.level, piece.outcome, RegionPart::inside});
    }
    canvas_.show_finished(thread.finished);
    return true;
}

template <subdivision::Elements E>
void Subdivision<E>::fill(const Piece& piece) {
    const PixelRect& rect = piece.rect;
    for (int y = rect.y; y < rect.y + rect.height; ++y)
        std::fill_n(canvas_.dwells + canvas_.index(rect.x, y), rect.width, piece.dwell);
    if (!canvas_.fractions) return;
    switch (canvas_.elements.fractions_of_fill(piece.dwell)) {
        case subdivision::FillFractions::none:
            return write_fractions(rect, [](int, int) { return 0.0F; });
        case subdivision::FillFractions::interpolated:
            return write_fractions(rect, [&](int x, int y) {
                return subdivision::coons(piece.region, x, y, [&](int ring_x, int ring_y) {
                    return canvas_.fractions[canvas_.index(ring_x, ring_y)];
                });
            });
        case subdivision::FillFractions::iterated:
            return iterate_fractions(rect);
    }
}

template <subdivision::Elements E>
void Subdivision<E>::iterate_fractions(PixelRect rect) {
    FrameProgress unseen;  // its pixels are counted as filled
    std::int64_t no_iterations = 0;
    Canvas<E> canvas = canvas_;
    canvas.progress = &unseen;
    canvas.work = nullptr;
    const PixelRun run{rect};
    iterate(canvas, std::span(&run, 1), std::span(&no_iterations, 1));
}

template <subdivision::Elements E>
template <typename FractionAt>
void Subdivision<E>::write_fractions(PixelRect rect, const FractionAt& fraction_at) {
    for (int y = rect.y; y < rect.y + rect.height; ++y)
        for (int x = rect.x; x < rect.x + rect.width; ++x)
            canvas_.fractions[canvas_.index(x, y)] = fraction_at(x, y);
}

template <subdivision::Elements E>
void Subdivision<E>::count_done(std::int64_t pixels) {
    canvas_.progress->pixels_done.fetch_add(pixels, std::memory_order_relaxed);
}

template <subdivision::Elements E>
PaintResult Subdivision<E>::result() {
    PaintResult painted;
    for (auto& thread : threads_) {
        if (painted.levels.size() < thread.levels.size())
            painted.levels.resize(thread.levels.size());
        for (std::size_t i = 0; i < thread.levels.size(); ++i)
            painted.levels[i] += thread.levels[i];
    }
    double lattice = plan_.subdivision.g;
    for (std::size_t i = 0; i < painted.levels.size(); ++i) {
        painted.levels[i].level = static_cast<int>(i);
        painted.levels[i].side = subdivision::longer_side(plan_.image) / lattice;
        lattice *= plan_.subdivision.r;
    }
    std::vector<std::vector<Region>> lists;
    for (auto& thread : threads_) lists.push_back(std::move(thread.regions));
    if (plan_.keep_regions) painted.regions = in_order(std::move(lists));
    for (const auto& thread : threads_)
        painted.times.spans.insert(painted.times.spans.end(), thread.times.begin(),
                                   thread.times.end());
    return painted;
}

}  // namespace mariani::cpu
