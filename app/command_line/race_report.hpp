// What `race` prints.
#pragma once

#include "app/measure/race.hpp"

#include <string>

namespace mariani::app {

// The fastest first, then those that could not run, then the energy per frame of each.
std::string race_report(const Race& race);

}  // namespace mariani::app
