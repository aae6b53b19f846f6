#include "app/panels/log_ticks.hpp"

#include "app/panels/numbers.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr double tolerance = 1e-9;  // of a step: the ends belong to the range

std::vector<double> powers(double base, PlotRange range, int most) {
    const double unit = std::log(base);
    const double first = std::ceil(std::log(range.min) / unit - tolerance),
                 last = std::floor(std::log(range.max) / unit + tolerance);
    const double every = std::max(1.0, std::ceil((last - first + 1) / most));
    std::vector<double> values;
    // Multiples of the step: 1 stays among them, whatever the range is.
    for (double power = every * std::ceil(first / every); power <= last; power += every)
        values.push_back(std::pow(base, power));
    return values;
}

std::vector<double> steps(PlotRange range, int most) {
    const double least = (range.max - range.min) / std::max(most - 1, 1);
    const double ten = std::pow(10.0, std::floor(std::log10(least)));
    double step = 10 * ten;
    for (const double times : {5.0, 2.0, 1.0})
        if (times * ten >= least) step = times * ten;
    std::vector<double> values;
    for (double i = std::ceil(range.min / step - tolerance);
         i <= std::floor(range.max / step + tolerance); ++i)
        values.push_back(i * step);
    return values;
}

}  // namespace

std::vector<double> log_ticks(PlotRange range, int most) {
    auto values = powers(range.max / range.min > 1e5 ? 10 : 2, range, most);
    return values.size() > 1 ? values : steps(range, most);
}

std::string tick_name(double value) {
    const double inverse = std::round(1 / value);
    if (value < 1 && std::exp2(std::round(std::log2(inverse))) == inverse && inverse * value == 1)
        return fmt::format("1/{}", inverse);
    if (value >= 1e6) return scaled(value);
    return value >= 1000 && value == std::round(value) ? grouped(std::llround(value))
                                                       : fmt::format("{:.7g}", value);
}

}  // namespace mariani::app
