// Numbers for a page, and curves as SVG: a line a series, with the range of the runs at each point.
#pragma once

#include "app/measure/spread.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::app {

// Four digits: "12.35", "1.2e+06".
std::string short_number(double value);

// "11.2 (10.9 to 11.4)", or the number alone where nothing varied.
std::string spread_text(const Spread& value);

struct ChartSeries {
    std::string name;
    std::vector<std::pair<double, Spread>> points;  // by ascending x, at least one
    std::optional<double> published = {};           // a dashed line across the chart
};

// To the series of that name, which it begins if there is none.
void add_point(std::vector<ChartSeries>& series, const std::string& name, double x,
               const Spread& value);

// An <svg> element, whose classes chart_style() defines. An axis whose values span more than a
// factor of eight, all above 0, is logarithmic. There must be series.
std::string svg_of(std::string_view axis, std::string_view ordinate,
                   const std::vector<ChartSeries>& series);

// The colours of charts, as CSS.
std::string chart_style();

// A file with these charts, one below the other, each with at most so many series.
std::string svg_file(const std::vector<std::string>& charts, std::size_t most_series);

// Text in HTML and SVG.
std::string escaped(std::string_view text);

}  // namespace mariani::app
