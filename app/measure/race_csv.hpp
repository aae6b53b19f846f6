// A race as a table.
#pragma once

#include "app/measure/race.hpp"

#include <filesystem>
#include <string>

namespace mariani::app {

// A row per racer, the fastest first and those that could not run last, with the reason. `runs_ms`
// lists the measured runs in order, separated by blanks.
std::string race_csv(const Race& race);

// Whole or not at all; throws std::runtime_error.
void write_race_csv(const std::filesystem::path& path, const Race& race);

}  // namespace mariani::app
