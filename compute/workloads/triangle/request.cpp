#include "compute/workloads/triangle/request.hpp"

#include "compute/workloads/triangle/elements.hpp"

#include <algorithm>
#include <stdexcept>

namespace mariani::triangle {
namespace {

std::vector<MapKind> maps_of(const Request& request) {
    if (!request.maps.empty()) return request.maps;
    std::vector<MapKind> exact;
    for (const auto& each : choices<MapKind>())
        if (!is_exhibit(each.value)) exact.push_back(each.value);
    return exact;
}

Plan plan_of(const Request& request, MapKind map, Backend suited) {
    const bool collides = request.test == Task::collision;
    Plan plan;
    plan.map = map;
    plan.backend = request.backend.value_or(suited);
    const auto used = without_unused<Problem>(request, engine_bit(map), plan.backend);
    plan.test = used.test;
    plan.side = used.side;
    plan.block = used.block.value_or(collides ? 128 : 16);
    plan.features = used.features.value_or(collides ? 3 : max_features);
    plan.diagonal = used.diagonal.value_or(!collides);
    plan.epsilon = used.epsilon;
    const auto sides = block_sides(plan.test);
    const bool known = std::ranges::find(sides, plan.block) != sides.end();
    plan.rec_base = used.rec_base.value_or(known ? best_rec_base(shape_of(plan).blocks) : 1);
    plan.cells = used.cells.value_or(known ? suited_cells(plan.test, plan.block) : 1);
    plan.layout = used.layout.value_or(collides ? Layout::tiles : Layout::packed);
    plan.seed = used.seed;
    plan.time = used.time;
    plan.device = request.device;
    plan.threads = request.threads;
    return plan;
}

}  // namespace

std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable) {
    const Backend suited = cuda_unavailable ? Backend::cpu : Backend::cuda;
    std::vector<Plan> plans;
    for (const MapKind map : maps_of(request)) plans.push_back(plan_of(request, map, suited));
    if (request.grid) {
        plans.push_back(plan_of(request, MapKind::bb, suited));
        plans.back().by_grid = true;
    }
    for (const Plan& plan : plans)
        if (const auto why = why_invalid(plan)) throw std::invalid_argument(*why);
    if (plans.front().backend == Backend::cuda && cuda_unavailable)
        throw std::invalid_argument("the backend is cuda: " + *cuda_unavailable);
    return plans;
}

}  // namespace mariani::triangle
