// The workload's engines, on every backend: their interface, and all of them, each with the reason
// if this machine cannot run it.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/workloads/gasket/mma.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/state.hpp"
#include "compute/workloads/gasket/trace.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

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

struct EngineEntry {
    EngineKind kind;
    Backend backend;
    std::string name;         // as typed and logged: "nu-mma"
    std::string description;  // a sentence or two: its state, and how it finds neighbours
    std::optional<std::string> unavailable;  // why this machine cannot run it

    // Why it cannot compute this problem in this way, with what is allowed; nothing if it can.
    std::optional<std::string> refusal(const Problem& problem, const Method& method = {}) const;

    // Throws std::invalid_argument with the reason where it is unavailable or refuses.
    std::unique_ptr<Engine> make(const Problem& problem, const Method& method = {}) const;
};

// The entries never change while the program runs. Thread-safe.
std::span<const EngineEntry> engine_registry();

// Why bits cannot compute the problem with tiles of these levels; nothing if it can.
std::optional<std::string> bits_refusal(const Problem& problem, const Method& method,
                                        int least_tile, int most_tile);

// Null if the build has no such engine.
const EngineEntry* find_engine(EngineKind kind, Backend backend);

}  // namespace mariani::gasket

namespace mariani::gasket::cpu {

// Why this engine cannot compute the problem in this way; nothing if it can. The problem's fractal
// is valid, its level allowed, and the method within its limits.
std::optional<std::string> refusal(EngineKind kind, const Problem& problem, const Method& method);

// The kind and the problem must not be refused. Throws std::runtime_error if memory is short.
std::unique_ptr<Engine> make_engine(EngineKind kind, const Problem& problem, const Method& method);

}  // namespace mariani::gasket::cpu

// No CUDA type is named here: a build without nvcc has this header too.
namespace mariani::gasket::cuda {

// Why this machine has no such engines; nothing if it has.
std::optional<std::string> unavailable();

// As those of the processor, on a GPU with enough memory.
std::optional<std::string> refusal(EngineKind kind, const Problem& problem, const Method& method);

// The same. Throws std::runtime_error when the device refuses or has too little memory.
std::unique_ptr<Engine> make_engine(EngineKind kind, const Problem& problem, const Method& method);

// The blocks of the problem whose place tensor cores get wrong in this form, in which nu-mma has
// the exact one. Throws like make_engine().
std::uint64_t count_wrong_blocks(const Problem& problem, const Method& method, MmaForm form);

}  // namespace mariani::gasket::cuda
