// What a volume's dwells are, by the plainest loops: no engine's code is used.
#pragma once

#include "compute/workloads/volume/plan.hpp"

#include <cstdint>
#include <vector>

namespace mariani::volume {

// The dwells of a Julibrot, step by step, in the plan's precision; x fastest.
std::vector<std::uint32_t> plain_volume(const Plan& plan);

}  // namespace mariani::volume
