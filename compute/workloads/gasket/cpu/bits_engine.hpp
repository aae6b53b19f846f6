// The bit-sliced engine, for the gasket.
#pragma once

#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <memory>
#include <optional>
#include <string>

namespace mariani::gasket::cpu {

// The level t of tiles that a problem may have.
struct TileLevels {
    int least;
    int most;
    int automatic;
};
TileLevels tile_levels(int level);

std::unique_ptr<Engine> make_bits_engine(const Problem& problem, const Method& method);

}  // namespace mariani::gasket::cpu
