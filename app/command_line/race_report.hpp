// What `race` prints.
#pragma once

#include "app/measure/race.hpp"

#include <string>

namespace mariani::app {

// The fastest first, then who could not run, then what a frame of each takes of energy.
std::string race_report(const Race& race);

}  // namespace mariani::app
