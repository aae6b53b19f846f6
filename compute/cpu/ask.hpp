// ASK: level by level, one parallel pass over an offset lookup table (OLT) each.
#pragma once

#include "compute/cpu/subdivision.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

namespace mariani::cpu {

// The work list of one level. Threads append through an atomic counter.
class OffsetTable {
  public:
    void reserve(std::int64_t capacity) {
        if (capacity > capacity_) {
            cells_ = std::make_unique_for_overwrite<Cell[]>(static_cast<std::size_t>(capacity));
            capacity_ = capacity;
        }
        count_ = 0;
    }
    std::int64_t count() const { return count_.load(std::memory_order_relaxed); }
    LatticeCell operator[](std::int64_t k) const {
        const Cell& cell = cells_[static_cast<std::size_t>(k)];
        return {cell.ix, cell.iy};
    }

    void append(const subdivision::Children& children) {
        std::int64_t at = count_.fetch_add(children.count(), std::memory_order_relaxed);
        for (std::int64_t k = 0; k < children.count(); ++k) {
            const LatticeCell cell = children[k];
            cells_[static_cast<std::size_t>(at++)] = {cell.ix, cell.iy};
        }
    }

  private:
    // Without initial values, so that room which is never used costs nothing.
    struct Cell {
        std::uint32_t ix;
        std::uint32_t iy;
    };
    std::unique_ptr<Cell[]> cells_;
    std::int64_t capacity_ = 0;
    std::atomic<std::int64_t> count_{0};
};

template <subdivision::Elements E>
class LevelPasses {
  public:
    LevelPasses(const Canvas<E>& canvas, const FramePlan& plan, ThreadPool& thread_pool)
        : plan_(plan),
          thread_pool_(thread_pool),
          subdivision_(canvas, plan, thread_pool.threads()) {}

    PaintResult run() {
        std::vector<double> pass_ms;
        std::vector<std::int64_t> begin_ns;
        Level level = subdivision_.first_level();
        std::int64_t regions = subdivision_.first_regions().count();
        while (regions > 0 && !subdivision_.stopped()) {
            const auto begin = std::chrono::steady_clock::now();
            begin_ns.push_back(subdivision_.ns());
            pass(level, regions);
            pass_ms.push_back(ms_since(begin));
            std::swap(read_, write_);
            regions = read_->count();
            level = subdivision_.next(level);
        }
        PaintResult painted = subdivision_.result();
        for (std::size_t i = 0; i < painted.levels.size(); ++i) painted.levels[i].ms = pass_ms[i];
        painted.times.begin_ns = std::move(begin_ns);
        return painted;
    }

  private:
    // Examines all regions of a level; the children of the subdivided ones go to the write table.
    void pass(Level level, std::int64_t regions) {
        write_->reserve(max_children(level, regions));
        const std::int64_t chunk = chunk_size(regions);
        const std::int64_t chunks = (regions + chunk - 1) / chunk;
        std::vector<std::vector<Piece>> later(static_cast<std::size_t>(thread_pool_.threads()));
        thread_pool_.for_each(chunks, [&](std::int64_t i) {
            if (subdivision_.stopped()) return;
            const auto cells = chunk_cells(level, i * chunk, std::min(regions, (i + 1) * chunk));
            const Outcomes& outcomes = subdivision_.examine(level, cells);
            for (const auto& cell : outcomes.subdivided)
                write_->append(subdivision_.children(level, cell));
            if (plan_.scheme != Scheme::mbr) {
                subdivision_.finish(outcomes.pieces);
            } else {
                auto& mine = later[static_cast<std::size_t>(ThreadPool::slot())];
                mine.insert(mine.end(), outcomes.pieces.begin(), outcomes.pieces.end());
            }
        });
        if (plan_.scheme == Scheme::mbr) finish_together(later);
    }

    // MBR: the fill and leaf pixels of all the level's regions, spread over the threads.
    void finish_together(const std::vector<std::vector<Piece>>& later) {
        std::vector<Piece> pieces;
        for (const auto& list : later) pieces.insert(pieces.end(), list.begin(), list.end());
        const auto groups = spread(pieces);
        thread_pool_.for_each(static_cast<std::int64_t>(groups.size()), [&](std::int64_t i) {
            if (!subdivision_.stopped()) subdivision_.finish(groups[static_cast<std::size_t>(i)]);
        });
    }

    // As many regions as possible, to keep the lanes busy across their borders, but several chunks
    // for each thread, to share the work.
    std::int64_t chunk_size(std::int64_t regions) const {
        constexpr std::int64_t max_chunk = 512, chunks_per_thread = 8;
        const std::int64_t chunks =
            thread_pool_.threads() == 1 ? 1 : thread_pool_.threads() * chunks_per_thread;
        return std::clamp<std::int64_t>(regions / chunks, 1, max_chunk);
    }

    std::vector<LatticeCell> chunk_cells(Level level, std::int64_t begin, std::int64_t end) const {
        std::vector<LatticeCell> cells;
        cells.reserve(static_cast<std::size_t>(end - begin));
        if (level.number == 0) {
            const auto first = subdivision_.first_regions();
            for (std::int64_t k = begin; k < end; ++k) cells.push_back(first[k]);
        } else {
            for (std::int64_t k = begin; k < end; ++k) cells.push_back((*read_)[k]);
        }
        return cells;
    }

    std::int64_t max_children(Level level, std::int64_t regions) const {
        if (!subdivision::subdivides(plan_.image, plan_.subdivision, level.lattice)) return 0;
        const std::int64_t r = plan_.subdivision.r;
        return std::min(regions * r * r, subdivision_.regions_on(subdivision_.next(level)));
    }

    const FramePlan& plan_;
    ThreadPool& thread_pool_;
    Subdivision<E> subdivision_;
    OffsetTable tables_[2];
    OffsetTable* read_ = &tables_[0];
    OffsetTable* write_ = &tables_[1];
};

template <subdivision::Elements E>
PaintResult paint_ask(const Surface& surface, const FramePlan& plan, ThreadPool& thread_pool) {
    const Canvas<E> canvas{surface, E::of(plan)};
    return LevelPasses<E>(canvas, plan, thread_pool).run();
}

}  // namespace mariani::cpu
