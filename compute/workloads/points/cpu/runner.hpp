// The workload on the processor's cores.
#pragma once

#include "compute/workloads/points/runner.hpp"

namespace mariani::points::cpu {

std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::points::cpu
