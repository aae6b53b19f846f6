#include "compute/cpu/subdivision.hpp"

#include "compute/cpu/pieces.hpp"
#include "compute/cpu/region_list.hpp"
#include "compute/cpu/tasks.hpp"

#include <algorithm>

namespace mariani::cpu {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace

template <typename T>
Subdivision<T>::Subdivision(const Canvas<T>& canvas, const FramePlan& plan, int threads)
    : canvas_(canvas),
      plan_(plan),
      layout_(layout_of(plan.part, plan.image, plan.subdivision.g)),
      threads_(static_cast<std::size_t>(threads)) {}

template <typename T>
LevelStats& Subdivision<T>::Thread::level(int number) {
    const auto index = static_cast<std::size_t>(number);
    if (levels.size() <= index) levels.resize(index + 1);
    return levels[index];
}

template <typename T>
typename Subdivision<T>::Thread& Subdivision<T>::mine() {
    return threads_[static_cast<std::size_t>(Crew::slot())];
}

template <typename T>
kernel::Children Subdivision<T>::first_regions() const {
    return kernel::first_regions(layout_, plan_.subdivision.g);
}

template <typename T>
std::int64_t Subdivision<T>::regions_on(Level level) const {
    return kernel::regions_on(layout_, plan_.subdivision.g, level.lattice).count();
}

template <typename T>
kernel::Children Subdivision<T>::children(Level level, LatticeCell parent) const {
    return kernel::children(plan_.image, level.lattice, parent, plan_.subdivision.r);
}

template <typename T>
const Outcomes& Subdivision<T>::examine(Level level, std::span<const LatticeCell> cells) {
    const auto begin = Clock::now();
    Thread& thread = mine();
    thread.outcomes.pieces.clear();
    thread.outcomes.subdivided.clear();
    if (iterate_borders(thread, level, cells))
        for (std::size_t i = 0; i < cells.size(); ++i) decide(thread, level, cells[i], i);
    thread.level(level.number).ms += ms_since(begin);
    return thread.outcomes;
}

// The pixels that the parent's border left unknown.
template <typename T>
PixelRect Subdivision<T>::unknown(Level level, LatticeCell cell) const {
    if (level.number == 0) return canvas_.part;
    const auto r = static_cast<std::uint32_t>(plan_.subdivision.r);
    const LatticeCell parent{cell.ix / r, cell.iy / r};
    return kernel::inside(kernel::cell_rect(plan_.image, level.lattice / r, parent));
}

template <typename T>
bool Subdivision<T>::iterate_borders(Thread& thread, Level level,
                                     std::span<const LatticeCell> cells) {
    thread.rects.clear();
    thread.runs.clear();
    thread.iterations.assign(cells.size(), 0);
    LevelStats& counts = thread.level(level.number);
    for (const auto& cell : cells) {
        const auto owner = static_cast<std::uint32_t>(thread.rects.size());
        thread.rects.push_back(kernel::cell_rect(plan_.image, level.lattice, cell));
        const auto ring = kernel::new_ring_sides(thread.rects.back(), unknown(level, cell));
        for (const auto& side : ring.side) {
            if (empty(side)) continue;
            thread.runs.push_back({side, owner});
            counts.pixels_iterated += pixel_count(side);
        }
    }
    return iterate(canvas_, std::span<const PixelRun>(thread.runs), thread.iterations);
}

template <typename T>
void Subdivision<T>::decide(Thread& thread, Level level, LatticeCell cell, std::size_t owner) {
    const PixelRect rect = thread.rects[owner];
    const auto border = kernel::border_range(
        rect, [&](int x, int y) { return canvas_.dwells[canvas_.index(x, y)]; },
        plan_.keep_regions);
    LevelStats& counts = thread.level(level.number);
    ++counts.regions;
    counts.iterations += thread.iterations[owner];

    Outcome outcome = Outcome::leaf;
    if (kernel::fills(plan_.fill, border, plan_.dwell_limit, canvas_.plane, rect)) {
        outcome = Outcome::filled;
        ++counts.filled;
    } else if (kernel::subdivides(plan_.image, plan_.subdivision, level.lattice)) {
        outcome = Outcome::subdivided;
        ++counts.subdivided;
        const std::int64_t r = plan_.subdivision.r;
        counts.empty_children += r * r - children(level, cell).count();
        thread.outcomes.subdivided.push_back(cell);
    } else {
        ++counts.leaves;
    }
    const auto number = static_cast<std::uint8_t>(level.number);
    const PixelRect rest = kernel::inside(rect);
    if (outcome != Outcome::subdivided && !empty(rest))
        thread.outcomes.pieces.push_back({rest, rect, border.least, number, outcome});
    if (plan_.keep_regions)
        thread.regions.push_back({rect, border.least, border.most,
                                  static_cast<std::uint64_t>(thread.iterations[owner]), number,
                                  outcome});
}

template <typename T>
void Subdivision<T>::finish(std::span<const Piece> pieces) {
    if (pieces.empty()) return;
    const auto begin = Clock::now();
    Thread& thread = mine();
    for (const auto& piece : pieces) {
        if (piece.outcome != Outcome::filled) continue;
        fill(piece);
        thread.level(piece.level).pixels_filled += pixel_count(piece.rect);
        count_done(pixel_count(piece.rect));
    }
    iterate_leaves(thread, pieces);
    thread.level(pieces.front().level).ms += ms_since(begin);
}

template <typename T>
bool Subdivision<T>::iterate_leaves(Thread& thread, std::span<const Piece> pieces) {
    thread.runs.clear();
    thread.iterations.assign(pieces.size(), 0);
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (pieces[i].outcome == Outcome::leaf)
            thread.runs.push_back({pieces[i].rect, static_cast<std::uint32_t>(i)});
    if (!iterate(canvas_, std::span<const PixelRun>(thread.runs), thread.iterations)) return false;

    for (const auto& run : thread.runs) {
        const Piece& piece = pieces[run.owner];
        const std::int64_t iterations = thread.iterations[run.owner];
        LevelStats& counts = thread.level(piece.level);
        counts.pixels_iterated += pixel_count(piece.rect);
        counts.iterations += iterations;
        counts.leaf_pixels += pixel_count(piece.rect);
        counts.leaf_iterations += iterations;
        if (plan_.keep_regions)
            thread.regions.push_back(more_iterations(piece.region, piece.level, iterations));
    }
    return true;
}

template <typename T>
void Subdivision<T>::fill(const Piece& piece) {
    const auto& [x, y, width, height] = piece.rect;
    for (int row = y; row < y + height; ++row)
        std::fill_n(canvas_.dwells + canvas_.index(x, row), width, piece.dwell);
    if (!canvas_.fractions) return;
    if (piece.dwell == 0)
        iterate_fractions(piece.rect);
    else
        interpolate_fractions(piece);
}

// Outside |c| = 2 a region may span octaves, too much to interpolate, and is cheap to iterate.
template <typename T>
void Subdivision<T>::iterate_fractions(PixelRect rect) {
    FrameProgress unseen;  // its pixels are counted as filled
    std::int64_t no_iterations = 0;
    Canvas<T> canvas = canvas_;
    canvas.progress = &unseen;
    canvas.work = nullptr;
    const PixelRun run{rect};
    iterate(canvas, std::span(&run, 1), std::span(&no_iterations, 1));
}

template <typename T>
void Subdivision<T>::interpolate_fractions(const Piece& piece) {
    float* fractions = canvas_.fractions;
    const auto ring = [&](int x, int y) { return fractions[canvas_.index(x, y)]; };
    const bool escaped = piece.dwell < canvas_.dwell_limit;
    for (int y = piece.rect.y; y < piece.rect.y + piece.rect.height; ++y)
        for (int x = piece.rect.x; x < piece.rect.x + piece.rect.width; ++x)
            fractions[canvas_.index(x, y)] =
                escaped ? kernel::coons(piece.region, x, y, ring) : 0.0F;
}

template <typename T>
void Subdivision<T>::count_done(std::int64_t pixels) {
    canvas_.progress->pixels_done.fetch_add(pixels, std::memory_order_relaxed);
}

template <typename T>
Painted Subdivision<T>::result() {
    Painted painted;
    for (auto& thread : threads_) {
        if (painted.levels.size() < thread.levels.size())
            painted.levels.resize(thread.levels.size());
        for (std::size_t i = 0; i < thread.levels.size(); ++i)
            painted.levels[i] += thread.levels[i];
    }
    double lattice = plan_.subdivision.g;
    for (std::size_t i = 0; i < painted.levels.size(); ++i) {
        painted.levels[i].level = static_cast<int>(i);
        painted.levels[i].side = kernel::longer_side(plan_.image) / lattice;
        lattice *= plan_.subdivision.r;
    }
    std::vector<std::vector<Region>> lists;
    for (auto& thread : threads_) lists.push_back(std::move(thread.regions));
    if (plan_.keep_regions) painted.regions = in_order(std::move(lists));
    return painted;
}

std::vector<std::vector<Piece>> spread(std::span<const Piece> pieces) {
    constexpr std::int64_t group_pixels = 4096;
    std::vector<std::vector<Piece>> groups;
    std::vector<PixelRect> bands;
    std::int64_t room = 0;
    for (const auto& piece : pieces) {
        bands.clear();
        append_bands(bands, piece.rect, group_pixels);
        for (const auto& band : bands) {
            if (room <= 0) {
                groups.emplace_back();
                room = group_pixels;
            }
            groups.back().push_back(piece);
            groups.back().back().rect = band;
            room -= pixel_count(band);
        }
    }
    return groups;
}

template class Subdivision<float>;
template class Subdivision<double>;

}  // namespace mariani::cpu
