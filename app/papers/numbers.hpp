// Numbers in a report.
#pragma once

#include "app/measure/spread.hpp"

#include <string>

namespace mariani::app {

// Four digits: "12.35", "1.2e+06".
std::string short_number(double value);

// "11.2 (10.9 to 11.4)", or the number alone where nothing varied.
std::string spread_text(const Spread& value);

}  // namespace mariani::app
