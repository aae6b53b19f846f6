// What `bench --suite` prints.
#pragma once

#include "app/measure/suite.hpp"

#include <string>

namespace mariani::app {

std::string suite_head(const SuiteReport& report);  // the machine, its peaks, the columns
std::string suite_row(const SuiteRow& row);         // times in ms, or why it was skipped
std::string suite_legend();

}  // namespace mariani::app
