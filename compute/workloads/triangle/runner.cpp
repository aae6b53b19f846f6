#include "compute/workloads/triangle/runner.hpp"

#include <stdexcept>

namespace mariani::triangle {

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    if (!plan.by_grid) return make_map_runner(plan);
    return plan.backend == Backend::cpu ? cpu::make_grid_runner(plan)
                                        : cuda::make_grid_runner(plan);
}

std::unique_ptr<MapRunner> make_map_runner(const Plan& plan) {
    if (plan.by_grid) throw std::logic_error("a grid has no map");
    return plan.backend == Backend::cpu ? cpu::make_map_runner(plan) : cuda::make_map_runner(plan);
}

std::optional<Coverage> cover(const Plan& plan, MapRunner& runner, std::stop_token stop,
                              Progress& progress) {
    auto visits = runner.visit(stop, progress);
    if (!visits) return std::nullopt;
    const auto sum = cpu::domain_fingerprint(plan, stop);
    if (!sum) return std::nullopt;
    return coverage_of(cell_count(shape_of(plan)), *sum, std::move(*visits));
}

}  // namespace mariani::triangle
