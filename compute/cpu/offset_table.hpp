// The work list of a level, and how threads insert the children of regions into it.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/subdivision/lattice.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace mariani::cpu {

// The work list of one level. Threads append through an atomic counter.
class OffsetTable {
    // Without initial values, so that room which is never used costs nothing.
    struct Cell {
        std::uint32_t ix;
        std::uint32_t iy;
    };

  public:
    static constexpr std::int64_t entry_bytes = sizeof(Cell);

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

    // One atomic for all.
    void append(const subdivision::Children& children) {
        write(count_.fetch_add(children.count(), std::memory_order_relaxed), children);
    }

    // One atomic for each.
    void append_each(const subdivision::Children& children) {
        for (std::int64_t k = 0; k < children.count(); ++k) {
            const std::int64_t at = count_.fetch_add(1, std::memory_order_relaxed);
            const LatticeCell cell = children[k];
            cells_[static_cast<std::size_t>(at)] = {cell.ix, cell.iy};
        }
    }
    // No atomics: the places from `at` on are the calling thread's. Returns the place after them.
    std::int64_t write(std::int64_t at, const subdivision::Children& children) {
        for (std::int64_t k = 0; k < children.count(); ++k) {
            const LatticeCell cell = children[k];
            cells_[static_cast<std::size_t>(at++)] = {cell.ix, cell.iy};
        }
        return at;
    }
    // Once all entries are written, or about to be.
    void set_count(std::int64_t count) { count_.store(count, std::memory_order_relaxed); }

  private:
    std::unique_ptr<Cell[]> cells_;
    std::int64_t capacity_ = 0;
    std::atomic<std::int64_t> count_{0};
};

// Inserts without atomics: once a level is done, a prefix sum over its chunks tells where the
// children of each begin, and all are written in the order of their parents, whatever the threads.
class OrderedInsertion {
  public:
    void begin(std::int64_t chunks) {
        parents_.assign(static_cast<std::size_t>(chunks), {});
        counts_.assign(static_cast<std::size_t>(chunks), 0);
    }

    // A chunk's subdivided regions, in their order, and how many children they have together. By
    // the thread that has the chunk.
    void note(std::int64_t chunk, std::vector<LatticeCell> parents, std::int64_t children) {
        parents_[static_cast<std::size_t>(chunk)] = std::move(parents);
        counts_[static_cast<std::size_t>(chunk)] = children;
    }

    // Into a table with room for all; children_of(cell) are those of a region.
    template <typename ChildrenOf>
    void write(OffsetTable& table, ThreadPool& threads, const ChildrenOf& children_of) {
        std::vector<std::int64_t> first(counts_.size());
        std::exclusive_scan(counts_.begin(), counts_.end(), first.begin(), std::int64_t{0});
        table.set_count(first.empty() ? 0 : first.back() + counts_.back());
        threads.for_each(std::ssize(parents_), [&](std::int64_t chunk) {
            std::int64_t at = first[static_cast<std::size_t>(chunk)];
            for (const LatticeCell& parent : parents_[static_cast<std::size_t>(chunk)])
                at = table.write(at, children_of(parent));
        });
    }

  private:
    std::vector<std::vector<LatticeCell>> parents_;
    std::vector<std::int64_t> counts_;
};

}  // namespace mariani::cpu
