// Loops over rows of the triangle on all cores, for what has neither maps nor blocks.
#pragma once

#include "compute/workloads/triangle/plan.hpp"

#include <functional>
#include <stop_token>
#include <vector>

namespace mariani::triangle::cpu {

// Calls use(row) for so many rows, from 0, on several threads: those that a plan of the processor
// asks for, or all. False if stopped.
bool for_each_row_of(const Plan& plan, int rows, const std::stop_token& stop,
                     const std::function<void(int row)>& use);

}  // namespace mariani::triangle::cpu
