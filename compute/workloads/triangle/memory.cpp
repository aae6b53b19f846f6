#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/reference.hpp"
#include "compute/workloads/triangle/runner.hpp"

#include <algorithm>

namespace mariani::triangle {
namespace {

constexpr std::int64_t point = sizeof(Point), number = sizeof(int);

MemoryEstimate host_memory_of(const Plan& plan) {
    if (plan.backend == Backend::cuda) return {memory_remedy, {}};
    MemoryEstimate estimate{memory_remedy, {{"for the values", output_bytes(plan)}}};
    if (has_input(plan.test)) estimate.parts.push_back({"for the points", plan.side * point});
    if (plan.by_grid)
        estimate.parts.push_back({"for the sorted points", plan.side * (point + number)});
    return estimate;
}

// DevicePlan's, and the runner's by grid.
MemoryEstimate gpu_memory_of(const Plan& plan) {
    MemoryEstimate estimate{memory_remedy, {{"for the values", output_bytes(plan)}}, plan.device};
    if (has_input(plan.test))
        estimate.parts.push_back({"for the points", padded_side(shape_of(plan)) * point});
    if (plan.by_grid)
        estimate.parts.push_back({"for the sorted points", plan.side * (point + 2 * number)});
    return estimate;
}

}  // namespace

MemoryEstimate memory_of(const Plan& plan) {
    return plan.backend == Backend::cuda ? gpu_memory_of(plan) : host_memory_of(plan);
}

MemoryEstimate memory_of_check(const Plan& plan) {
    const std::int64_t written = has_output(plan.test) ? output_bytes(plan) : 0;
    std::int64_t visits = 0;  // they are gone before the values are fetched
    if (!plan.by_grid && plan.side <= max_plane_side)
        visits = cell_count(shape_of(plan)) * std::int64_t{sizeof(std::uint32_t)};
    return host_memory_of(plan)
        .with("for the expected values", written)
        .with(visits > written ? "for the visits of cells" : "to compare the values",
              std::max(visits, written));
}

}  // namespace mariani::triangle
