#include "app/panels/curve_chart.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cmath>
#include <implot.h>
#include <implot_internal.h>
#include <limits>
#include <utility>

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

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

bool drawn(double y) {
    return std::isfinite(y) && y > 0;
}

// A little wider than the range, so that marks at its ends are drawn whole.
PlotRange width_of(const CurveChart& chart) {
    constexpr double margin = 0.02;
    if (!chart.logarithmic) {
        const double more = margin * (chart.max - chart.min);
        return {chart.min - more, chart.max + more};
    }
    const double factor = std::pow(chart.max / chart.min, margin);
    return {chart.min / factor, chart.max * factor};
}

// Includes all values, their bound and, of gains, 1, "as fast as Ex"; ends at powers of two.
PlotRange height_of(const CurveChart& chart) {
    constexpr double most = std::numeric_limits<double>::max();
    double min = chart.gains ? 1 : most, max = std::max(1 / min, chart.bound.value_or(1 / min));
    for (const auto& curve : chart.curves)
        for (const auto& point : curve.points) {
            if (!drawn(point.y)) continue;
            min = std::min(min, point.y);
            max = std::max(max, point.y);
        }
    if (min > max) min = max = 1;                    // nothing is drawn
    const double lowest = chart.gains ? -6 : -1000;  // 64 times slower than Ex needs no room
    const double low = std::max(lowest, std::floor(std::log2(min) - 0.05));
    return {std::exp2(low), std::exp2(std::max(low + 2, std::ceil(std::log2(max) + 0.05)))};
}

// What is shown follows what there is, until the user has chosen a part of it.
void follow(PlotRange& shown, PlotRange& known, const PlotRange& whole) {
    if (shown == known) shown = whole;
    known = whole;
}

void set_up_axis(ImAxis axis, const char* name, const PlotRange& whole, PlotRange& shown,
                 bool logarithmic) {
    ImPlot::SetupAxis(axis, name,
                      ImPlotAxisFlags_NoTickMarks | ImPlotAxisFlags_NoMenus |
                          ImPlotAxisFlags_NoSideSwitch | ImPlotAxisFlags_NoInitialFit);
    if (logarithmic) ImPlot::SetupAxisScale(axis, ImPlotScale_Log10);
    ImPlot::SetupAxisLimitsConstraints(axis, whole.min, whole.max);
    constexpr double closest = 0.01;
    const double unit = logarithmic ? whole.min : whole.max - whole.min;
    ImPlot::SetupAxisZoomConstraints(axis, closest * unit, whole.max - whole.min);
    ImPlot::SetupAxisLinks(axis, &shown.min, &shown.max);
}

// Names shorter than `characters` are filled up on the left, so that the plot stays in place when
// they change.
void name_ticks(ImAxis axis, const PlotRange& shown, float room, float each, int characters) {
    const auto values = log_ticks(shown, std::max(2, static_cast<int>(room / each)));
    std::vector<std::string> names;
    std::vector<const char*> texts;
    for (const double value : values)
        names.push_back(fmt::format("{:>{}}", tick_name(value), characters));
    for (const auto& name : names) texts.push_back(name.c_str());
    ImPlot::SetupAxisTicks(axis, values.data(), static_cast<int>(values.size()), texts.data());
}

// The width of the widest of the ticks' names side by side, and of the space between two.
float widest_name(const PlotRange& shown) {
    constexpr int many = 20;
    float widest = 0;
    for (const double value : log_ticks(shown, many))
        widest = std::max(widest, ImGui::CalcTextSize(tick_name(value).c_str()).x);
    return widest + ImGui::CalcTextSize("00").x;
}

void set_up_plot(const CurveChart& chart, PlotState& plot, ImVec2 size) {
    const std::string variable =
        chart.meaning.empty() ? "" : fmt::format("{}: {}", chart.name, chart.meaning);
    set_up_axis(ImAxis_X1, variable.empty() ? nullptr : variable.c_str(), plot.x, plot.shown_x,
                chart.logarithmic);
    set_up_axis(ImAxis_Y1, variable.empty() ? nullptr : "gain over Ex", plot.y, plot.shown_y, true);
    const float line = ImGui::GetTextLineHeight(), named = variable.empty() ? 0 : line;
    if (chart.logarithmic)
        name_ticks(ImAxis_X1, plot.shown_x, size.x - named - ImGui::CalcTextSize("000000").x,
                   widest_name(plot.shown_x), 1);
    name_ticks(ImAxis_Y1, plot.shown_y, size.y - named - 3 * line, 1.3f * line, 5);
    if (chart.legend_beside)
        ImPlot::SetupLegend(ImPlotLocation_East, ImPlotLegendFlags_Outside);
    else
        ImPlot::SetupLegend(ImPlotLocation_North,
                            ImPlotLegendFlags_Outside | ImPlotLegendFlags_Horizontal);
    ImPlot::SetupFinish();
}

ImPlotSpec pen(const ImVec4& colour, float weight, ImPlotItemFlags flags = 0) {
    ImPlotSpec spec;
    spec.LineColor = colour;
    spec.LineWeight = weight;
    spec.Flags = flags;
    return spec;
}

void plot_line_across(const char* id, double at, const ImPlotSpec& spec) {
    ImPlot::PlotInfLines(id, &at, 1, spec);
}

ImPlotSpec dot_of(const PanelContext& context, const Curve& curve, float radius) {
    auto spec = pen(curve.colour, scaled_length(context, 1.5f));
    spec.Marker = ImPlotMarker_Circle;
    spec.MarkerSize = scaled_length(context, radius);
    spec.MarkerFillColor = spec.MarkerLineColor = curve.colour;
    return spec;
}

void plot_dots(const PanelContext& context, const Curve& curve, const std::vector<double>& x,
               const std::vector<double>& y, float radius) {
    ImPlot::PlotScatter(curve.label.c_str(), x.data(), y.data(), static_cast<int>(x.size()),
                        dot_of(context, curve, radius));
}

// The bars have the curve's label too, so that they are hidden with it.
void plot_measured(const PanelContext& context, const Curve& curve) {
    std::vector<double> x, y, below, above;
    for (const auto& point : curve.points) {
        if (!point.measured || !drawn(point.y)) continue;
        x.push_back(point.x);
        y.push_back(point.y);
        below.push_back(point.y - point.measured->min);
        above.push_back(point.measured->max - point.y);
    }
    auto spec = pen(curve.colour, scaled_length(context, 1));
    spec.Size = scaled_length(context, 6);
    ImPlot::PlotErrorBars(curve.label.c_str(), x.data(), y.data(), below.data(), above.data(),
                          static_cast<int>(x.size()), spec);
    plot_dots(context, curve, x, y, 3.5f);
}

// `flags` are for all that is drawn of it: ImPlot keeps those that come first.
void plot_curve(const PanelContext& context, const Curve& curve, ImPlotItemFlags flags) {
    std::vector<double> x, y, lonely_x, lonely_y;
    for (const auto& point : curve.points) {
        x.push_back(point.x);
        y.push_back(drawn(point.y) ? point.y : nothing);
    }
    ImPlot::PlotLine(curve.label.c_str(), x.data(), y.data(), static_cast<int>(x.size()),
                     pen(curve.colour, scaled_length(context, curve.thickness), flags));
    // A point between gaps has no line.
    const auto gap_at = [&](std::size_t i) { return i >= y.size() || std::isnan(y[i]); };
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (gap_at(i) || !gap_at(i - 1) || !gap_at(i + 1)) continue;
        lonely_x.push_back(x[i]);
        lonely_y.push_back(y[i]);
    }
    plot_dots(context, curve, lonely_x, lonely_y, curve.thickness);
    plot_measured(context, curve);
}

void plot_now(const PanelContext& context, const CurveChart& chart) {
    if (!chart.now || *chart.now < chart.min || *chart.now > chart.max) return;
    plot_line_across("##now", *chart.now,
                     pen(tone::with_alpha(tone::text, 0.6f), context.fonts.scale));
    for (const auto& curve : chart.curves) {
        if (!curve.now || !drawn(*curve.now)) continue;
        auto spec = dot_of(context, curve, 4.5f);
        spec.MarkerLineColor = tone::text;
        ImPlot::PlotScatter(curve.label.c_str(), &*chart.now, &*curve.now, 1, spec);
    }
}

// The drawn point of a curve that is nearest on the screen.
const CurvePoint* nearest(const CurveChart& chart, const Curve& curve, double x) {
    const auto away = [&](const CurvePoint& point) {
        return chart.logarithmic ? std::abs(std::log(point.x / x)) : std::abs(point.x - x);
    };
    const CurvePoint* best = nullptr;
    for (const auto& point : curve.points)
        if (drawn(point.y) && (!best || away(point) < away(*best))) best = &point;
    return best;
}

// What the mouse is on, read before the plot ends.
struct UnderMouse {
    std::optional<double> x;            // of a measured point, if some are
    std::vector<const Curve*> curves;   // that are not hidden
    const Curve* named = nullptr;       // in the legend
    bool all_x = false, all_y = false;  // by a double click: on the plot or on one axis
};

UnderMouse read_mouse(const CurveChart& chart) {
    UnderMouse mouse;
    if (ImPlot::IsPlotHovered()) mouse.x = ImPlot::GetPlotMousePos().x;
    if (mouse.x && chart.whole) mouse.x = std::clamp(std::round(*mouse.x), chart.min, chart.max);
    for (const auto& curve : chart.curves) {
        if (ImPlot::GetItem(curve.label.c_str())->Show) mouse.curves.push_back(&curve);
        if (ImPlot::IsLegendEntryHovered(curve.label.c_str())) mouse.named = &curve;
    }
    for (const Curve* curve : mouse.curves)
        if (const auto* point = mouse.x ? nearest(chart, *curve, *mouse.x) : nullptr;
            point && point->measured)
            mouse.x = point->x;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        mouse.all_x = mouse.x || ImPlot::IsAxisHovered(ImAxis_X1);
        mouse.all_y = mouse.x || ImPlot::IsAxisHovered(ImAxis_Y1);
    }
    return mouse;
}

std::string value_and_range(const CurveChart& chart, const CurvePoint& point) {
    if (!point.measured) return chart.text(point.y);
    return fmt::format("{}, {} to {}", chart.text(point.y), chart.text(point.measured->min),
                       chart.text(point.measured->max));
}

// Beside the plot just drawn: it stays there while the mouse follows a curve.
void tell_values(const CurveChart& chart, const UnderMouse& mouse) {
    constexpr auto hint =
        "Ctrl + wheel or Shift + drag zooms,\n"
        "drag pans, double click shows all.";
    std::size_t width = 0;
    for (const Curve* curve : mouse.curves) width = std::max(width, curve->label.size());
    place_beside_item(ImGui::CalcTextSize(hint).x + 2 * ImGui::GetStyle().WindowPadding.x);
    ImGui::BeginTooltip();
    const std::string x = chart.whole ? fmt::format("{:.0f}", *mouse.x) : significant(*mouse.x);
    value_text(fmt::format("{} = {}", chart.name, x));
    for (const Curve* curve : mouse.curves)
        if (const auto* point = nearest(chart, *curve, *mouse.x))
            value_text(
                fmt::format("{:<{}} {}", curve->label, width, value_and_range(chart, *point)),
                curve->colour);
    ImGui::TextDisabled("%s", hint);
    ImGui::EndTooltip();
}

void tell_legend(const UnderMouse& mouse) {
    const bool hidden = std::ranges::find(mouse.curves, mouse.named) == mouse.curves.end();
    const char* meaning = mouse.named->meaning;
    ImGui::SetTooltip("%s%sClick to %s %s.", meaning ? meaning : "", meaning ? "\n" : "",
                      hidden ? "show" : "hide", mouse.named->label.c_str());
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

CurveChart chart_of(std::string axis, const std::vector<ChartSeries>& series) {
    CurveChart chart;
    chart.name = std::move(axis);
    chart.min = chart.max = series.front().points.front().first;
    for (const ChartSeries& each : series) {
        Curve curve;
        curve.label = each.name;
        curve.colour = tone::curves[chart.curves.size() % tone::curves.size()];
        for (const auto& [x, found] : each.points) {
            curve.points.push_back({x, found.median});
            if (found.max > found.min) curve.points.back().measured = found;
        }
        chart.min = std::min(chart.min, each.points.front().first);
        chart.max = std::max(chart.max, each.points.back().first);
        if (!chart.bound) chart.bound = each.published;
        chart.curves.push_back(std::move(curve));
    }
    chart.logarithmic = chart.min > 0 && chart.max > 8 * chart.min;
    return chart;
}

void draw_curves(const PanelContext& context, const CurveChart& chart, float height) {
    PlotState& plot = context.state.plots[ImGui::GetID(chart.name.c_str())];
    follow(plot.shown_x, plot.x, width_of(chart));
    follow(plot.shown_y, plot.y, height_of(chart));
    const float name_sticks_out = scaled_length(context, 22);  // of the last tick
    const ImVec2 size{ImGui::GetContentRegionAvail().x - name_sticks_out,
                      scaled_length(context, height)};
    constexpr auto flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText;
    UnderMouse mouse;
    if (ImPlot::BeginPlot("curves", size, flags)) {
        set_up_plot(chart, plot, size);
        if (chart.gains)
            plot_line_across("##as fast as Ex", 1,
                             pen(tone::faint, context.fonts.scale, ImPlotInfLinesFlags_Horizontal));
        if (chart.bound)
            plot_line_across("##bound", *chart.bound,
                             pen(tone::error, context.fonts.scale, ImPlotInfLinesFlags_Horizontal));
        const auto in_legend = chart.legend && chart.curves.size() > 1 ? ImPlotItemFlags_None
                                                                       : ImPlotItemFlags_NoLegend;
        for (const auto& curve : chart.curves) plot_curve(context, curve, in_legend);
        plot_now(context, chart);
        mouse = read_mouse(chart);
        if (mouse.x)
            plot_line_across("##mouse", *mouse.x,
                             pen(tone::with_alpha(tone::accent_bright, 0.7f), context.fonts.scale));
        ImPlot::EndPlot();
        // ImPlot has fitted them too, and knows nothing of powers of two.
        if (mouse.all_x) plot.shown_x = plot.x;
        if (mouse.all_y) plot.shown_y = plot.y;
    }
    if (mouse.named)
        tell_legend(mouse);
    else if (mouse.x)
        tell_values(chart, mouse);
}

}  // namespace mariani::app
