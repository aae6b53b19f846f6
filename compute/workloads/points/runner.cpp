#include "compute/workloads/points/runner.hpp"

#include <stdexcept>

#include <fmt/core.h>

namespace mariani::points {

void refuse_outside(const Plan& plan, std::span<const Point> points) {
    if (points.size() != static_cast<std::size_t>(plan.count))
        throw std::invalid_argument(
            fmt::format("{} points are given to a plan for {}: make a runner for that number",
                        points.size(), plan.count));
    for (const Point& point : points)
        if (!contains(Cell{}, point))
            throw std::invalid_argument(fmt::format(
                "a point lies at {}, {}: both must be at least 0 and below 1", point.x, point.y));
}

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return plan.backend == Backend::cpu ? cpu::make_runner(plan) : cuda::make_runner(plan);
}

}  // namespace mariani::points
