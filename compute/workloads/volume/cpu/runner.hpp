// The workload on the processor's cores.
#pragma once

#include "compute/workloads/volume/runner.hpp"

namespace mariani::volume::cpu {

std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::volume::cpu
