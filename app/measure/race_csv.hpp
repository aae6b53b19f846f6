// A race as a table.
#pragma once

#include "app/measure/race.hpp"

#include <filesystem>
#include <string>

namespace mariani::app {

// A row per racer, the fastest first and those that could not run last, with why. `runs_ms` has the
// measured runs as they ran, blanks between them.
std::string race_csv(const Race& race);

// Whole or not at all; throws std::runtime_error.
void write_race_csv(const std::filesystem::path& path, const Race& race);

}  // namespace mariani::app
