// Fractals and Life in the plainest code: what the maps and the engines are compared with.
#pragma once

#include "compute/workloads/gasket/fractal.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <cstdint>
#include <vector>

namespace mariani::gasket::tests {

// Copy by copy, as the fractal is defined; in compact order.
std::vector<Cell> cells_by_recursion(const Fractal& fractal, int level);

// The highest level with at most so many cells.
int level_within(const Fractal& fractal, std::uint64_t cells);

}  // namespace mariani::gasket::tests
