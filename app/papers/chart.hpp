// Curves as SVG for a page: a line a series, with the range of the runs at each point.
#pragma once

#include "app/measure/spread.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::app {

struct ChartSeries {
    std::string_view name;
    std::vector<std::pair<double, Spread>> points;  // by ascending x, at least one
    std::optional<double> published = {};           // a dashed line across the chart
};

// An <svg> element. An axis whose values span more than a factor of eight, all above 0, is
// logarithmic. There must be series.
std::string svg_of(std::string_view axis, std::string_view ordinate,
                   const std::vector<ChartSeries>& series);

// Text in HTML and SVG.
std::string escaped(std::string_view text);

}  // namespace mariani::app
