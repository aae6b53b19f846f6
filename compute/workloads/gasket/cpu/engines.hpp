// The engines of the cpu backend.
#pragma once

#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <memory>

namespace mariani::gasket::cpu {

// The level t of tiles that a problem may have.
struct TileLevels {
    int least;
    int most;
    int automatic;
};
TileLevels tile_levels(int level);

// The bit-sliced engine, for the gasket.
std::unique_ptr<Engine> make_bits_engine(const Problem& problem, const Method& method);

// The engines with a byte for each cell: bounding box, lambda, nu and table.
CellLayout layout_of(EngineKind kind, const Problem& problem, const Method& method);

std::unique_ptr<Engine> make_cell_engine(EngineKind kind, const Problem& problem,
                                         const Method& method);

}  // namespace mariani::gasket::cpu
