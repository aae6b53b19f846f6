// What is computed, and how: plain values with nothing left to choose.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/knob.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/gasket/fractal.hpp"
#include "compute/workloads/gasket/rule.hpp"
#include "compute/workloads/gasket/state.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace mariani::gasket {

struct Problem {
    Fractal fractal = named_fractals().front();
    int level = 10;  // r
    Rule rule;
};

enum class EngineKind {
    bb,      // bounding box: a thread for each of the n x n cells
    lambda,  // threads in compact order, cells in the bounding box
    nu,      // cells in compact order too, in blocks; neighbour blocks found digit by digit
    nu_mma,  // the same by matrix products on tensor cores
    table,   // the same by tables, and only where blocks touch
    bits,    // a bit for each cell, sliced: a word holds the same cell of many tiles
};

// What the engines can be told; each ignores what it has no use for.
struct Method {
    // Sides of blocks, in cells: the largest power of s up to this, and up to n. 1 to 32.
    int rho = 16;
    // t of bits: tiles have sides of 2^t cells. Empty: chosen by the level.
    std::optional<int> tile{};
    // d of bits: steps that a tile goes on for before it looks at its neighbours again. 1 to 7.
    int fuse = 1;
    // Whether a block copies its cells and the ring around them to shared memory, on cuda. Empty:
    // in the compact engines.
    std::optional<bool> shared{};
    int threads = 0;  // of the cpu; 0: all of the machine
    int device = 0;   // of cuda, as CUDA numbers them

    static constexpr int max_rho = 32;
    static constexpr int max_fuse = 7;
};

inline constexpr std::string_view memory_remedy = "a smaller level r, or the engine table or bits";

// What an engine that accepts the problem takes of the processor's memory, or of its GPU's.
MemoryEstimate memory_of(EngineKind kind, Backend backend, const Problem& problem,
                         const Method& method);

// What a check takes of the processor's beside its engines: the first state, and at so many steps
// those of the reference and of another engine.
MemoryEstimate memory_of_check(const Problem& problem, std::size_t steps);

// What a user sets of the workload `gasket` in numbers, a knob each. Its fractal and its rule are
// texts that are read by parsers of their own.
struct Numbers {
    int level = 10;        // r
    double density = 0.5;  // the share of cells alive at first
    Seed seed = 1;
    int rho = 16;               // the side of a block
    std::optional<int> tile{};  // t: tiles have sides of 2^t cells
    int fuse = 1;               // d: steps between looks at other tiles
    std::optional<bool> shared{};
    bool operator==(const Numbers&) const = default;

    RandomFill fill() const { return {seed, static_cast<float>(density)}; }
    Method method() const { return {.rho = rho, .tile = tile, .fuse = fuse, .shared = shared}; }
};

}  // namespace mariani::gasket

namespace mariani {

// The one table of the engines' names.
template <>
std::span<const Choice<gasket::EngineKind>> choices<gasket::EngineKind>();

template <>
const KnobTable& knob_table<gasket::Numbers>();

}  // namespace mariani

namespace mariani::gasket::limits {

// What the numbers of a request may be, whatever its fractal and engine.
inline constexpr IntegerRange level{0, 20}, steps{0, 1'000'000'000};
inline constexpr double min_height = 0.01, max_height = 0x1p40;  // of a view, in cells

}  // namespace mariani::gasket::limits
