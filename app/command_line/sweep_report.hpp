// What `sweep` prints.
#pragma once

#include "app/measure/sweep.hpp"

#include <string>
#include <vector>

namespace mariani::app {

// What was swept, and the ten fastest cells. There must be rows.
std::string sweep_report(const SweepSubject& subject, std::vector<SweepRow> rows, int repeat);

}  // namespace mariani::app
