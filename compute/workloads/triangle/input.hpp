// The points or spheres of a plan, on the host.
#pragma once

#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <vector>

namespace mariani::triangle {

// At the plan's time; none if its test has none.
std::vector<Point> input_of(const Plan& plan);

}  // namespace mariani::triangle
