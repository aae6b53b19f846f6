// Loops over rows of the triangle on all cores, for what has neither maps nor blocks.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <functional>
#include <stop_token>

namespace mariani::triangle::cpu {

// Calls use(row) for so many rows, from 0, on several threads: those that a plan of the processor
// asks for, or all. False if stopped.
inline bool for_each_row_of(const Plan& plan, int rows, const std::stop_token& stop,
                            const std::function<void(int row)>& use) {
    mariani::cpu::ThreadPool pool(plan.backend == Backend::cpu ? plan.threads : 0);
    pool.for_each(rows, stop, [&](std::int64_t row) { use(static_cast<int>(row)); });
    return !stop.stop_requested();
}

}  // namespace mariani::triangle::cpu
