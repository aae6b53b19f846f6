#include "compute/workloads/gasket/memory.hpp"

#include "compute/workloads/gasket/cpu/bits_engine.hpp"
#include "compute/workloads/gasket/cpu/cell_engine.hpp"
#include "compute/workloads/gasket/cpu/group_step.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "compute/workloads/gasket/tiles.hpp"
#include "compute/workloads/gasket/trace.hpp"

#include <algorithm>

namespace mariani::gasket {
namespace {

constexpr std::string_view remedy = "a smaller level r, or the engine table or bits";

std::int64_t state_bytes(const Problem& problem) {
    return static_cast<std::int64_t>(shape_of(problem.fractal, problem.level).cells / 8);
}

}  // namespace

MemoryEstimate memory_of(EngineKind kind, const Problem& problem, const Method& method) {
    const MemoryEstimate estimate{remedy, {}};
    if (kind != EngineKind::bits) {
        const auto bytes = cpu::layout_of(kind, problem, method).bytes();
        return estimate.with("for both states", 2 * static_cast<std::int64_t>(bytes));
    }
    const int tile = method.tile.value_or(cpu::tile_levels(problem.level).automatic);
    const TileLayout layout = tile_layout(problem.level, tile, cpu::lanes);
    constexpr std::int64_t line = sizeof(cpu::Line), link = sizeof(TileLink);
    return estimate
        .with("for both states", 2 * std::int64_t{layout.groups()} * layout.tile_cells * line)
        .with("for the tiles' neighbours",
              corners * (layout.tiles * link + 2 * std::int64_t{layout.groups()} * line));
}

MemoryEstimate memory_of_check(const Problem& problem, std::size_t steps) {
    const auto states = static_cast<std::int64_t>(2 * steps + 1);
    return {"a smaller level r", {{"for states to compare", states * state_bytes(problem)}}};
}

}  // namespace mariani::gasket
