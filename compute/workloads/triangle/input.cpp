#include "compute/workloads/triangle/input.hpp"

namespace mariani::triangle {

std::vector<Point> input_of(const Plan& plan) {
    if (!has_input(plan.test)) return {};
    std::vector<Point> points(static_cast<std::size_t>(plan.side));
    for (Count i = 0; i < plan.side; ++i)
        points[static_cast<std::size_t>(i)] =
            plan.test == Task::edm ? point_of(plan.seed, i, plan.features, plan.time)
                                   : sphere_of(plan.seed, i, plan.features, plan.time);
    return points;
}

}  // namespace mariani::triangle
