#include "app/papers/chart.hpp"

#include "render/picture/roles.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/core.h>

namespace mariani::app {

std::string short_number(double value) {
    const double size = std::abs(value);
    if (value == std::round(value) && size < 1e7) return fmt::format("{:.0f}", value);
    return fmt::format("{:.4g}", value);
}

std::string spread_text(const Spread& value) {
    if (value.min == value.max) return short_number(value.median);
    return fmt::format("{} ({} to {})", short_number(value.median), short_number(value.min),
                       short_number(value.max));
}

namespace {

constexpr double width = 640, height = 320;
constexpr double left = 64, right = 16, top = 14, bottom = 44;
constexpr double legend_line = 18;

struct Axis {
    double low = 0, high = 1;
    bool logarithmic = false;

    // How many times e lies between its ends, which may be farther apart than a double counts.
    double powers() const { return std::log(high) - std::log(low); }
    double place(double value) const {  // 0 to 1
        if (logarithmic) return (std::log(value) - std::log(low)) / powers();
        return (value - low) / (high - low);
    }
};

Axis axis_of(const std::vector<double>& values) {
    const auto [least, greatest] = std::ranges::minmax(values);
    Axis axis{least, greatest, least > 0 && greatest > 8 * least};
    if (axis.logarithmic) return axis;
    axis.low = std::min(axis.low, 0.0);
    axis.high = std::max(axis.high, 0.0);
    if (!(axis.high > axis.low)) axis.high = axis.low + 1;
    return axis;
}

// Powers of the base on a logarithmic axis, at most eight of them; else steps of 1, 2 or 5.
std::vector<double> ticks_of(const Axis& axis) {
    std::vector<double> ticks;
    if (axis.logarithmic) {
        const bool twos = axis.high / axis.low <= 300;
        double factor = twos ? 2 : 10;
        while (axis.powers() / std::log(factor) > 8) factor *= factor;
        const double base = std::log(factor);
        for (double power = std::ceil(std::log(axis.low) / base - 1e-9);
             power <= std::log(axis.high) / base + 1e-9; ++power)
            ticks.push_back(std::exp(power * base));
        return ticks;
    }
    const double rough = (axis.high - axis.low) / 6;
    const double scale = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / scale;
    const double step = scale * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    for (double at = std::ceil(axis.low / step) * step; at <= axis.high + step * 1e-9; at += step)
        ticks.push_back(at);
    return ticks;
}

struct Axes {
    Axis x, y;
    double to_x(double value) const { return left + x.place(value) * (width - left - right); }
    double to_y(double value) const {
        return height - bottom - y.place(value) * (height - top - bottom);
    }
};

std::string colour_of(std::size_t series) {
    using namespace render::role;
    return render::hex_text(series < std::size(render::role::series) ? render::role::series[series]
                                                                     : last_series);
}

std::string grid_of(const Axes& axes, std::string_view axis, std::string_view ordinate) {
    std::string svg;
    for (const double tick : ticks_of(axes.x))
        svg += fmt::format(
            "<line class='grid' x1='{0:.1f}' x2='{0:.1f}' y1='{1}' y2='{2}'/>"
            "<text class='tick' x='{0:.1f}' y='{3}' text-anchor='middle'>{4}</text>",
            axes.to_x(tick), top, height - bottom, height - bottom + 16, short_number(tick));
    for (const double tick : ticks_of(axes.y))
        svg += fmt::format(
            "<line class='grid' x1='{1}' x2='{2}' y1='{0:.1f}' y2='{0:.1f}'/>"
            "<text class='tick' x='{3}' y='{4:.1f}' text-anchor='end'>{5}</text>",
            axes.to_y(tick), left, width - right, left - 6, axes.to_y(tick) + 4,
            short_number(tick));
    svg += fmt::format("<text class='name' x='{:.1f}' y='{:.1f}' text-anchor='middle'>{}</text>",
                       (left + width - right) / 2, height - 8, escaped(axis));
    svg += fmt::format(
        "<text class='name' transform='translate(14 {:.1f}) rotate(-90)' "
        "text-anchor='middle'>{}</text>",
        (top + height - bottom) / 2, escaped(ordinate));
    return svg;
}

std::string curve_of(const Axes& axes, const ChartSeries& series, const std::string& colour) {
    std::string path, marks;
    for (const auto& [x, value] : series.points) {
        const double at = axes.to_x(x);
        path +=
            fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", at, axes.to_y(value.median));
        marks += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2.5' fill='{}'/>", at,
                             axes.to_y(value.median), colour);
        if (value.max > value.min)
            marks += fmt::format(
                "<line x1='{0:.1f}' x2='{0:.1f}' y1='{1:.1f}' y2='{2:.1f}' stroke='{3}'/>", at,
                axes.to_y(value.min), axes.to_y(value.max), colour);
    }
    std::string svg = fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='1.8'/>{}",
                                  path, colour, marks);
    if (series.published)
        svg += fmt::format(
            "<line x1='{0}' x2='{1}' y1='{2:.1f}' y2='{2:.1f}' stroke='{3}' "
            "stroke-dasharray='5 4'/>",
            left, width - right, axes.to_y(*series.published), colour);
    return svg;
}

}  // namespace

void add_point(std::vector<ChartSeries>& series, const std::string& name, double x,
               const Spread& value) {
    auto own = std::ranges::find(series, name, &ChartSeries::name);
    if (own == series.end()) own = series.insert(own, {name, {}, {}});
    own->points.emplace_back(x, value);
}

std::string svg_of(std::string_view axis, std::string_view ordinate,
                   const std::vector<ChartSeries>& series) {
    std::vector<double> xs, ys;
    for (const ChartSeries& each : series) {
        for (const auto& [x, value] : each.points) {
            xs.push_back(x);
            ys.insert(ys.end(), {value.min, value.max});
        }
        if (each.published) ys.push_back(*each.published);
    }
    const Axes axes{axis_of(xs), axis_of(ys)};
    const double lines = height + legend_line * static_cast<double>(series.size());
    std::string svg = fmt::format(
        "<svg width='{0}' height='{1}' viewBox='0 0 {0} {1}' role='img' aria-label='{2} against "
        "{3}'>",
        width, lines, escaped(ordinate), escaped(axis));
    svg += grid_of(axes, axis, ordinate);
    for (std::size_t i = 0; i < series.size(); ++i) {
        svg += curve_of(axes, series[i], colour_of(i));
        const double y = height + legend_line * static_cast<double>(i) + 8;
        svg += fmt::format(
            "<line x1='{0}' x2='{1}' y1='{2}' y2='{2}' stroke='{3}' stroke-width='3'/>"
            "<text class='name' x='{4}' y='{5}'>{6}{7}</text>",
            left, left + 24, y, colour_of(i), left + 32, y + 4, escaped(series[i].name),
            series[i].published ? " (dashed: as published)" : "");
    }
    return svg + "</svg>";
}

std::string chart_style() {
    namespace page = render::role::page;
    return fmt::format("svg text{{font:12px sans-serif;fill:{}}}.grid{{stroke:{}}}",
                       render::hex_text(page::ink), render::hex_text(page::groove));
}

std::string svg_file(const std::vector<std::string>& charts, std::size_t most_series) {
    const double each = height + legend_line * static_cast<double>(most_series + 1);
    const double all = each * static_cast<double>(charts.size());
    std::string svg = fmt::format(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}'>"
        "<style>{2}</style><rect width='100%' height='100%' fill='{3}'/>",
        width, all, chart_style(), render::hex_text(render::role::page::paper));
    for (std::size_t i = 0; i < charts.size(); ++i)
        svg += fmt::format("<g transform='translate(0 {})'>{}</g>", each * static_cast<double>(i),
                           charts[i]);
    return svg + "</svg>\n";
}

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '\'')
            safe += "&#39;";
        else if (c == '"')
            safe += "&quot;";
        else
            safe += c;
    }
    return safe;
}

}  // namespace mariani::app
