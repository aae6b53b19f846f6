// The workload on the processor's cores.
#pragma once

#include "compute/workloads/curves/runner.hpp"

namespace mariani::curves::cpu {

std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::curves::cpu
