// The interface of the workload's engines, on every backend.
#pragma once

#include "compute/workloads/gasket/state.hpp"
#include "compute/workloads/gasket/trace.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>

namespace mariani::gasket {

// Made for one problem and one method, and all dead at first. One call at a time, from any thread.
// Throws std::runtime_error with a message for the user when its device refuses, std::bad_alloc.
class Engine {
  public:
    virtual ~Engine() = default;

    // Replaces the state. Throws std::invalid_argument unless it has as many cells as the problem.
    virtual void set_state(const State& state) = 0;
    // Sets random_state(), made where it is needed, with its progress from 0 to 1. False within
    // 100 ms of a stop request: the state stays.
    virtual bool set_random_state(RandomFill fill, const std::stop_token& stop,
                                  std::atomic<double>& progress) = 0;
    virtual State state() const = 0;

    // What state() returns, left where it is cheapest to look at.
    virtual std::unique_ptr<Snapshot> snapshot() const { return snapshot_of(state()); }

    // Takes so many steps, or as many as are done within 100 ms of a stop request; returns how
    // many.
    virtual std::int64_t advance(std::int64_t steps, std::stop_token stop) = 0;

    // The next step, which is not taken: the state stays. Watching takes time, so no timed step is.
    // Throws what expect_traceable() throws.
    virtual StepTrace trace() = 0;

    // The side, in cells, of the boxes that the fractal is cut into: blocks, or tiles of bits.
    virtual std::uint32_t tile_side() const = 0;

    // Memory of the state, both buffers.
    virtual std::int64_t bytes() const = 0;
};

}  // namespace mariani::gasket
