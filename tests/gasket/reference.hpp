// Fractals and Life in the plainest code: what the maps and the engines are compared with.
#pragma once

#include "compute/workloads/gasket/fractal.hpp"
#include "compute/workloads/gasket/rule.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "compute/workloads/gasket/state.hpp"

#include <cstdint>
#include <vector>

namespace mariani::gasket::tests {

// Copy by copy, as the fractal is defined; in compact order.
std::vector<Cell> cells_by_recursion(const Fractal& fractal, int level);

// The highest level with at most so many cells, and so many cells along a side of the box.
int level_within(const Fractal& fractal, std::uint64_t cells, std::uint32_t side = 1U << 30);

// Life with a list of its neighbours for each cell.
class ReferenceLife {
  public:
    ReferenceLife(const Fractal& fractal, int level, Rule rule);

    void set_state(const State& state);
    State state() const;
    void advance(int steps);

    const std::vector<std::vector<std::uint32_t>>& neighbours() const { return neighbours_; }

  private:
    Rule rule_;
    std::vector<std::vector<std::uint32_t>> neighbours_;
    std::vector<std::uint8_t> alive_;  // 1: it is
};

}  // namespace mariani::gasket::tests
