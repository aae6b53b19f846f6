// What `sweep` prints.
#pragma once

#include "app/measure/sweep.hpp"

#include <string>
#include <vector>

namespace mariani::app {

// What was swept over, and the ten fastest of its cells. Not of no rows.
std::string sweep_report(const SweepSubject& subject, std::vector<SweepRow> rows, int repeat);

}  // namespace mariani::app
