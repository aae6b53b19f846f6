// A state as it was at one moment, wherever it is kept. It does not change, and may outlive its
// engine.
#pragma once

#include "compute/workloads/gasket/state.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mariani::gasket {

// Any thread, several at a time. Throws std::runtime_error with a message for the user when its
// device refuses, std::bad_alloc.
class Snapshot {
  public:
    virtual ~Snapshot() = default;

    virtual std::uint64_t cells() const = 0;

    // The living cells in each of these boxes of so many cells: box b has those from b * box_cells
    // on, in compact order, all of which there are.
    virtual std::vector<std::uint32_t> populations(std::uint64_t box_cells,
                                                   std::span<const std::uint32_t> boxes) const = 0;

    std::uint64_t population() const;  // of all cells

    virtual State state() const = 0;
    virtual std::uint64_t hash() const = 0;  // state().hash()
};

// In the host's memory.
std::unique_ptr<Snapshot> snapshot_of(State state);

}  // namespace mariani::gasket
