#include "compute/workloads/triangle/cpu/loops.hpp"

#include "compute/cpu/tasks.hpp"

namespace mariani::triangle::cpu {

bool for_each_row_of(const Plan& plan, int rows, const std::stop_token& stop,
                     const std::function<void(int row)>& use) {
    mariani::cpu::ThreadPool pool(plan.backend == Backend::cpu ? plan.threads : 0);
    pool.for_each(rows, stop, [&](std::int64_t row) { use(static_cast<int>(row)); });
    return !stop.stop_requested();
}

}  // namespace mariani::triangle::cpu
