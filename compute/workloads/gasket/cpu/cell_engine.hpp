// The engines with a byte for each cell: bounding box, lambda, nu and table.
#pragma once

#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <memory>

namespace mariani::gasket::cpu {

CellLayout layout_of(EngineKind kind, const Problem& problem, const Method& method);

std::unique_ptr<Engine> make_cell_engine(EngineKind kind, const Problem& problem,
                                         const Method& method);

}  // namespace mariani::gasket::cpu
