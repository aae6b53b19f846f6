// What a user sets of the workload `gasket` in numbers, a knob each. Its fractal and its rule are
// texts that are read by parsers of their own.
#pragma once

#include "compute/model/knob.hpp"
#include "compute/model/limits.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/state.hpp"

#include <optional>

namespace mariani::gasket {

struct Numbers {
    int level = 10;        // r
    double density = 0.5;  // the share of cells alive at first
    Seed seed = 1;
    int rho = 16;               // the side of a block
    std::optional<int> tile{};  // t: tiles have sides of 2^t cells
    int fuse = 1;               // d: steps between looks at other tiles
    bool operator==(const Numbers&) const = default;

    RandomFill fill() const { return {seed, static_cast<float>(density)}; }
    Method method() const { return {.rho = rho, .tile = tile, .fuse = fuse}; }
};

}  // namespace mariani::gasket

namespace mariani {

template <>
const KnobTable& knob_table<gasket::Numbers>();

}  // namespace mariani

namespace mariani::gasket::limits {

// What the numbers of a request may be, whatever its fractal and engine.
inline constexpr IntegerRange level{0, 20}, steps{0, 1'000'000'000};
inline constexpr double min_height = 0.01, max_height = 0x1p40;  // of a view, in cells

}  // namespace mariani::gasket::limits
