// Who computes which cell: several devices, processes or jobs take their cells from one order
// (planned_cells()), each cell going to one of them. No dwell depends on who.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>

namespace mariani::app {

// Thread-safe.
class CellSource {
  public:
    virtual ~CellSource() = default;
    // The place in the order of the next cell to compute; nullopt when there are no more.
    virtual std::optional<std::size_t> next() = 0;
};

// The threads of one process, one a device; and one of several jobs that know nothing of each
// other: it takes the cells whose place leaves the remainder `part` when divided by `parts`.
class LocalCells final : public CellSource {
  public:
    explicit LocalCells(std::size_t cells, std::size_t part = 0, std::size_t parts = 1)
        : cells_(cells), parts_(parts), next_(part) {}
    std::optional<std::size_t> next() override {
        const std::size_t place = next_.fetch_add(parts_);
        return place < cells_ ? std::optional(place) : std::nullopt;
    }

  private:
    const std::size_t cells_;
    const std::size_t parts_;
    std::atomic<std::size_t> next_;
};

}  // namespace mariani::app
