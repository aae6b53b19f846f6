// What one sees of Life on a fractal, in words.
#pragma once

#include "app/workloads/gasket/life.hpp"

#include <string>

namespace mariani::app {

// "Life by B2/S23 on the fractal gasket of level 10, after 300 steps"
std::string gasket_title(const gasket::Problem& problem, std::int64_t steps);

// "Life by B2/S23 on the fractal gasket of level 10, after 300 steps: 9,843 of 59,049 cells (17 %)
// are alive.", with "and changes on the way" before the colon if it was altered.
std::string sentence_of(const GasketMoment& moment);

}  // namespace mariani::app
