// The results of `bench --suite` as a file.
#pragma once

#include "app/measure/suite.hpp"

#include <filesystem>

namespace mariani::app {

// Whole or not at all; times in ms. Throws std::runtime_error.
void write_suite(const std::filesystem::path& path, const SuiteReport& report);

}  // namespace mariani::app
