// A plan of the workload triangle, of either backend.
#pragma once

#include "compute/workloads/triangle/plan.hpp"

namespace mariani::tests {

inline triangle::Plan triangle_plan(triangle::MapKind map, triangle::Task test, int side) {
    triangle::Plan plan;
    plan.map = map;
    plan.test = test;
    plan.side = side;
    if (test == triangle::Task::collision) {
        plan.layout = triangle::Layout::tiles;
        plan.diagonal = false;
        plan.features = 3;
    }
    return plan;
}

}  // namespace mariani::tests
