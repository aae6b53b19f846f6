// The results of `bench --suite` as a file.
#pragma once

#include "app/measure/suite.hpp"

#include <filesystem>

namespace mariani::app {

// As write_table() does; times in ms.
void write_suite(const std::filesystem::path& path, const SuiteReport& report);

}  // namespace mariani::app
