// Numbers and colours in a report.
#pragma once

#include "app/measure/spread.hpp"
#include "render/picture/image.hpp"

#include <string>

namespace mariani::app {

// Four digits: "12.35", "1.2e+06".
std::string short_number(double value);

// "11.2 (10.9 to 11.4)", or the number alone where nothing varied.
std::string spread_text(const Spread& value);

std::string css_colour(render::Rgb8 colour);  // "#0072b2"

}  // namespace mariani::app
