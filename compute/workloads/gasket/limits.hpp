// What the numbers of a request may be, whatever its fractal and engine.
#pragma once

#include "compute/model/limits.hpp"
#include "compute/workloads/gasket/problem.hpp"

namespace mariani::gasket::limits {

inline constexpr IntegerRange level{0, 20}, steps{0, 1'000'000'000};
inline constexpr double min_height = 0.01, max_height = 0x1p40;  // of a view, in cells

}  // namespace mariani::gasket::limits
