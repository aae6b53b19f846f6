#include "compute/workloads/triangle/cpu/loops.hpp"

#include "compute/cpu/tasks.hpp"

namespace mariani::triangle::cpu {

std::vector<Point> input_of(const Plan& plan) {
    if (plan.test != Task::edm && plan.test != Task::collision) return {};
    std::vector<Point> points(static_cast<std::size_t>(plan.side));
    for (Count i = 0; i < plan.side; ++i)
        points[static_cast<std::size_t>(i)] = plan.test == Task::edm
                                                  ? point_of(plan.seed, i, plan.features)
                                                  : sphere_of(plan.seed, i, plan.features);
    return points;
}

bool for_each_row_of(const Plan& plan, int rows, const std::stop_token& stop,
                     const std::function<void(int row)>& use) {
    mariani::cpu::ThreadPool pool(plan.backend == Backend::cpu ? plan.threads : 0);
    pool.for_each(rows, [&](std::int64_t row) {
        if (!stop.stop_requested()) use(static_cast<int>(row));
    });
    return !stop.stop_requested();
}

}  // namespace mariani::triangle::cpu
