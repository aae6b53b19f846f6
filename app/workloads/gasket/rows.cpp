#include "app/workloads/gasket/rows.hpp"

#include "app/workloads/knob_columns.hpp"
#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/cpu/engines.hpp"
#include "compute/workloads/gasket/cuda/layouts.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

gasket::CellLayout block_layout(const GasketSetup& setup) {
    return cell_layout(setup.problem.fractal, setup.problem.level, setup.method.rho,
                       gasket::BlockOrder::compact);
}

int tile_of(const GasketSetup& setup) {
    const int level = setup.problem.level;
    return setup.method.tile.value_or(setup.backend == Backend::cuda
                                          ? gasket::cuda::tile_levels(level).automatic
                                          : gasket::cpu::tile_levels(level).automatic);
}

}  // namespace

Json gasket_row(const GasketSetup& setup, gasket::EngineKind engine, const std::string& device,
                int steps) {
    const auto shape = setup.shape();
    Json row = Json::object();
    row["workload"] = "gasket";
    row["engine"] = mariani::name_of(engine);
    row["backend"] = mariani::name_of(setup.backend);
    row["device"] = device;
    row["fractal"] = setup.problem.fractal.name;
    row["s"] = shape.base;
    row["k"] = shape.copies;
    row["r"] = shape.level;
    row["n"] = shape.side;
    row["cells"] = shape.cells;
    row["rule"] = gasket::text_of(setup.problem.rule);
    gasket::Numbers taken = setup.numbers;
    taken.rho = static_cast<int>(block_layout(setup).rho());
    taken.tile = tile_of(setup);
    add_knob_columns(row, taken, engine_bit(engine), setup.backend,
                     {"density", "seed", "rho", "tile", "fuse"});
    row["steps"] = steps;
    return row;
}

std::optional<GasketBlocks> gasket_blocks(const GasketSetup& setup, gasket::EngineKind engine) {
    if (engine == gasket::EngineKind::bits) return std::nullopt;
    const auto layout = block_layout(setup);
    const std::uint64_t used = layout.blocks.cells;
    const std::uint64_t blocks = engine == gasket::EngineKind::bb
                                     ? std::uint64_t{layout.blocks.side} * layout.blocks.side
                                     : used;
    return GasketBlocks{blocks, blocks - used,
                        blocks * layout.rho() * layout.rho() - layout.cells()};
}

int gasket_launches(const GasketSetup& setup, gasket::EngineKind engine, int steps) {
    if (setup.backend == Backend::cpu) return 0;
    const int at_once = engine == gasket::EngineKind::bits ? setup.method.fuse : 1;
    return (steps + at_once - 1) / at_once;
}

}  // namespace mariani::app
