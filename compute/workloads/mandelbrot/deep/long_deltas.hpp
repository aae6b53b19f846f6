// The rung between two doubles and plain iteration: deltas in mantissas of limbs, from a reference
// of as many digits, one pixel after the other on the threads.
#pragma once

#include "compute/workloads/mandelbrot/deep/rung.hpp"

namespace mariani::deep {

// Certified pixels count as proven in many digits. Iterates a reference of its own, in the middle
// of the view. Incomplete after a stop request.
std::unique_ptr<RungRunner> make_long_deltas(const Job& job, JumpRule rule);

}  // namespace mariani::deep
