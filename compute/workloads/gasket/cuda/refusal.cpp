// What the cuda engines refuse: known without a GPU.
#include "compute/cuda/engines.hpp"
#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/cuda_layouts.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/mma.hpp"

namespace mariani::gasket::cuda {

std::optional<std::string> unavailable() {
    return mariani::cuda::unavailable();
}

std::optional<std::string> refusal(EngineKind kind, const Problem& problem, const Method& method) {
    if (kind == EngineKind::bits) {
        const auto levels = tile_levels(problem.level);
        return bits_refusal(problem, method, levels.least, levels.most);
    }
    if (kind != EngineKind::nu_mma) return std::nullopt;
    const auto layout =
        cell_layout(problem.fractal, problem.level, method.rho, BlockOrder::rectangle);
    if (exact_weights(layout.blocks)) return std::nullopt;
    return "nu-mma is exact up to " + std::to_string(max_exact_level(problem.fractal)) +
           " levels of blocks for the fractal " + problem.fractal.name + ", and here there are " +
           std::to_string(layout.blocks.level) +
           ": choose a larger rho, a smaller level r, or the engine nu";
}

}  // namespace mariani::gasket::cuda
