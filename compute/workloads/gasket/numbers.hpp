// What a user sets of the workload `gasket` in numbers, a knob each. Its fractal and its rule are
// texts that are read by parsers of their own.
#pragma once

#include "compute/model/knob.hpp"
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
