// ASK: level by level, one parallel pass over an offset lookup table (OLT) each.
#pragma once

#include "compute/cpu/offset_table.hpp"
#include "compute/cpu/subdivision.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace mariani::cpu {

template <subdivision::Elements E>
class LevelPasses {
  public:
    LevelPasses(const Canvas<E>& canvas, const FramePlan& plan, ThreadPool& thread_pool)
        : plan_(plan),
          thread_pool_(thread_pool),
          subdivision_(canvas, plan, thread_pool.threads()) {}

    PaintResult run() {
        std::vector<double> pass_ms;
        std::vector<std::int64_t> begin_ns, entries;
        Level level = subdivision_.first_level();
        std::int64_t regions = subdivision_.first_regions().count();
        while (regions > 0 && !subdivision_.stopped()) {
            const auto begin = std::chrono::steady_clock::now();
            begin_ns.push_back(subdivision_.ns());
            pass(level, regions);
            pass_ms.push_back(ms_since(begin));
            entries.push_back(level.number == 0 ? 0 : regions);
            std::swap(read_, write_);
            regions = read_->count();
            level = subdivision_.next(level);
        }
        PaintResult painted = subdivision_.result();
        for (std::size_t i = 0; i < painted.levels.size(); ++i) {
            painted.levels[i].ms = pass_ms[i];
            painted.levels[i].olt_entries = entries[i];
            painted.levels[i].olt_bytes = entries[i] * OffsetTable::entry_bytes;
        }
        painted.times.begin_ns = std::move(begin_ns);
        return painted;
    }

  private:
    // Examines all regions of a level; the children of the subdivided ones go to the write table.
    void pass(Level level, std::int64_t regions) {
        write_->reserve(max_children(level, regions));
        const std::int64_t chunk = chunk_size(regions);
        const std::int64_t chunks = (regions + chunk - 1) / chunk;
        if (plan_.insertion == Insertion::prefix_sum) in_order_.begin(chunks);
        std::vector<std::vector<Piece>> later(static_cast<std::size_t>(thread_pool_.threads()));
        thread_pool_.for_each(chunks, [&](std::int64_t i) {
            if (subdivision_.stopped()) return;
            const auto cells = chunk_cells(level, i * chunk, std::min(regions, (i + 1) * chunk));
            const Outcomes& outcomes = subdivision_.examine(level, cells);
            insert(level, i, outcomes.subdivided);
            if (plan_.scheme != Scheme::mbr) {
                subdivision_.finish(outcomes.pieces);
            } else {
                auto& mine = later[static_cast<std::size_t>(ThreadPool::slot())];
                mine.insert(mine.end(), outcomes.pieces.begin(), outcomes.pieces.end());
            }
        });
        if (plan_.insertion == Insertion::prefix_sum)
            in_order_.write(*write_, thread_pool_, [&](LatticeCell parent) {
                return subdivision_.children(level, parent);
            });
        if (plan_.scheme == Scheme::mbr) finish_together(later);
    }

    // The children of a chunk's subdivided regions.
    void insert(Level level, std::int64_t chunk, const std::vector<LatticeCell>& subdivided) {
        const auto insert_each = [&](const auto& insert_one) {
            for (const auto& cell : subdivided) insert_one(subdivision_.children(level, cell));
        };
        switch (plan_.insertion) {
            case Insertion::per_region:
                return insert_each([&](const auto& children) { write_->append(children); });
            case Insertion::per_child:
                return insert_each([&](const auto& children) { write_->append_each(children); });
            case Insertion::prefix_sum: {
                std::int64_t count = 0;
                insert_each([&](const auto& children) { count += children.count(); });
                return in_order_.note(chunk, subdivided, count);
            }
        }
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
    OrderedInsertion in_order_;
};

template <subdivision::Elements E>
PaintResult paint_ask(const Surface& surface, const FramePlan& plan, ThreadPool& thread_pool) {
    const Canvas<E> canvas{surface, E::of(plan)};
    return LevelPasses<E>(canvas, plan, thread_pool).run();
}

}  // namespace mariani::cpu
