#include "compute/workloads/gasket/cpu/engines.hpp"
#include "compute/workloads/gasket/cpu/group_step.hpp"
#include "compute/workloads/gasket/cuda_layouts.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "compute/workloads/gasket/tiles.hpp"
#include "compute/workloads/gasket/trace.hpp"

namespace mariani::gasket {
namespace {

constexpr std::int64_t link = sizeof(TileLink);

std::int64_t state_bytes(const Problem& problem) {
    return static_cast<std::int64_t>(shape_of(problem.fractal, problem.level).cells / 8);
}

MemoryEstimate host_memory_of(EngineKind kind, const Problem& problem, const Method& method) {
    const MemoryEstimate estimate{memory_remedy, {}};
    if (kind != EngineKind::bits) {
        const auto bytes = cpu::layout_of(kind, problem, method).bytes();
        return estimate.with("for both states", 2 * static_cast<std::int64_t>(bytes));
    }
    const int tile = method.tile.value_or(cpu::tile_levels(problem.level).automatic);
    const TileLayout layout = tile_layout(problem.level, tile, cpu::lanes);
    constexpr std::int64_t line = sizeof(cpu::Line);
    return estimate
        .with("for both states", 2 * std::int64_t{layout.groups()} * layout.tile_cells * line)
        .with("for the tiles' neighbours",
              corners * (layout.tiles * link + 2 * std::int64_t{layout.groups()} * line));
}

MemoryEstimate gpu_memory_of(EngineKind kind, const Problem& problem, const Method& method) {
    const MemoryEstimate estimate{memory_remedy, {}, method.device};
    const auto both = [](std::size_t laid_out, std::uint64_t cells) {
        return 2 * static_cast<std::int64_t>(cuda::buffer_bytes(laid_out, cells));
    };
    if (kind != EngineKind::bits) {
        const CellLayout layout = cuda::cell_layout_of(kind, problem, method);
        return estimate.with("for both states", both(layout.bytes(), layout.cells()));
    }
    const TileLayout layout = cuda::tile_layout_of(problem, method);
    return estimate.with("for both states", both(cuda::bytes_of_tiles(layout), layout.cells()))
        .with("for the tiles' neighbours", corners * layout.tiles * link);
}

}  // namespace

MemoryEstimate memory_of(EngineKind kind, Backend backend, const Problem& problem,
                         const Method& method) {
    return backend == Backend::cuda ? gpu_memory_of(kind, problem, method)
                                    : host_memory_of(kind, problem, method);
}

MemoryEstimate memory_of_check(const Problem& problem, std::size_t steps) {
    const auto states = static_cast<std::int64_t>(2 * steps + 1);
    return {"a smaller level r", {{"for the states to compare", states * state_bytes(problem)}}};
}

}  // namespace mariani::gasket
