#include "app/panels/curve_chart.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// The position of values on the screen. Upwards from 2^low to 2^high.
struct Axes {
    ImVec2 from, to;
    double min, max;
    bool logarithmic;
    int low, high;

    float x(double value) const {
        const double part =
            logarithmic ? std::log(value / min) / std::log(max / min) : (value - min) / (max - min);
        return from.x + static_cast<float>(part) * (to.x - from.x);
    }
    double value_at(float x) const {
        const double part = (x - from.x) / (to.x - from.x);
        return logarithmic ? min * std::pow(max / min, part) : min + part * (max - min);
    }
    float y(double value) const {
        const double part = (std::log2(value) - low) / (high - low);
        return to.y - static_cast<float>(std::clamp(part, -0.5, 1.5)) * (to.y - from.y);
    }
};

bool drawn(double y) {
    return std::isfinite(y) && y > 0;
}

// Includes all values and 1, "as fast as Ex".
void fit_height(const CurveChart& chart, Axes& axes) {
    double min = 1, max = 1;
    for (const auto& curve : chart.curves)
        for (const auto& [x, y] : curve.points) {
            if (!drawn(y)) continue;
            min = std::min(min, y);
            max = std::max(max, y);
        }
    constexpr int lowest = -6;  // more than 64 times slower than Ex needs no room
    axes.low = std::max(lowest, static_cast<int>(std::floor(std::log2(min) - 0.05)));
    axes.high = std::max(axes.low + 2, static_cast<int>(std::ceil(std::log2(max) + 0.05)));
}

std::string power_text(int power) {
    return power < 0 ? fmt::format("1/{}", 1 << -power) : grouped(std::int64_t{1} << power);
}

void grid_line(ImVec2 a, ImVec2 b, float strength, float scale) {
    ImGui::GetWindowDrawList()->AddLine(a, b, tone::packed(tone::with_alpha(tone::faint, strength)),
                                        scale);
}

void draw_heights(const PanelContext& context, const Axes& axes) {
    auto& list = *ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight();
    const float step_height = (axes.to.y - axes.from.y) / static_cast<float>(axes.high - axes.low);
    const int every = std::max(1, static_cast<int>(std::ceil(1.4f * line / step_height)));
    for (int power = axes.low; power <= axes.high; ++power) {
        if (power % every != 0) continue;
        const float y = std::round(axes.y(std::exp2(power))) + 0.5f;
        grid_line({axes.from.x, y}, {axes.to.x, y}, power == 0 ? 1.0f : 0.35f, context.fonts.scale);
        const auto text = power_text(power);
        list.AddText({axes.from.x - scaled_length(context, 6) - ImGui::CalcTextSize(text.c_str()).x,
                      y - 0.5f * line},
                     tone::packed(tone::dim), text.c_str());
    }
}

std::vector<double> places(const Axes& axes) {
    std::vector<double> values;
    if (!axes.logarithmic)
        for (int i = 0; i <= 5; ++i) values.push_back(axes.min + (axes.max - axes.min) * i / 5);
    else if (axes.max / axes.min > 1e5)
        for (double value = axes.min; value <= axes.max * 1.001; value *= 10)
            values.push_back(value);
    else
        for (double value = std::exp2(std::ceil(std::log2(axes.min))); value <= axes.max;
             value *= 2)
            values.push_back(value);
    return values;
}

std::string place_text(double value) {
    if (value >= 1e6) return scaled(value);
    return value >= 1000 ? grouped(std::llround(value)) : fmt::format("{:g}", value);
}

void draw_places(const PanelContext& context, const Axes& axes) {
    auto& list = *ImGui::GetWindowDrawList();
    float free_from = axes.from.x - scaled_length(context, 20);
    for (const double value : places(axes)) {
        const float x = std::round(axes.x(value)) + 0.5f;
        const auto text = place_text(value);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        const float left = std::min(x - 0.5f * width, axes.to.x - width);
        grid_line({x, axes.from.y}, {x, axes.to.y}, 0.18f, context.fonts.scale);
        if (left < free_from) continue;
        list.AddText({left, axes.to.y + scaled_length(context, 3)}, tone::packed(tone::dim),
                     text.c_str());
        free_from = left + width + scaled_length(context, 10);
    }
}

void draw_curve(const PanelContext& context, const Axes& axes, const Curve& curve) {
    auto& list = *ImGui::GetWindowDrawList();
    const float width = scaled_length(context, curve.thickness);
    std::vector<ImVec2> stretch;
    const auto finish = [&] {
        if (stretch.size() == 1)
            list.AddCircleFilled(stretch[0], width, tone::packed(curve.colour));
        if (stretch.size() > 1)
            list.AddPolyline(stretch.data(), static_cast<int>(stretch.size()),
                             tone::packed(curve.colour), width);
        stretch.clear();
    };
    for (const auto& [x, y] : curve.points) {
        if (drawn(y))
            stretch.push_back({axes.x(x), axes.y(y)});
        else
            finish();
    }
    finish();
}

void draw_now(const PanelContext& context, const Axes& axes, const CurveChart& chart) {
    if (!chart.now || *chart.now < chart.min || *chart.now > chart.max) return;
    auto& list = *ImGui::GetWindowDrawList();
    const float x = std::round(axes.x(*chart.now)) + 0.5f;
    list.AddLine({x, axes.from.y}, {x, axes.to.y}, tone::packed(tone::with_alpha(tone::text, 0.6f)),
                 context.fonts.scale);
    for (const auto& curve : chart.curves) {
        if (!curve.now || !drawn(*curve.now)) continue;
        const ImVec2 at{x, axes.y(*curve.now)};
        list.AddCircleFilled(at, scaled_length(context, 4.5f), tone::packed(curve.colour));
        list.AddCircle(at, scaled_length(context, 4.5f), tone::packed(tone::text), 0,
                       scaled_length(context, 1.5f));
    }
}

// The nearest drawn point of a curve.
const CurvePoint* nearest(const Curve& curve, double x) {
    const CurvePoint* best = nullptr;
    for (const auto& point : curve.points)
        if (drawn(point.y) && (!best || std::abs(point.x - x) < std::abs(best->x - x)))
            best = &point;
    return best;
}

void draw_under_mouse(const PanelContext& context, const Axes& axes, const CurveChart& chart) {
    if (!ImGui::IsItemHovered()) return;
    const float mouse = std::clamp(ImGui::GetIO().MousePos.x, axes.from.x, axes.to.x);
    const double value = axes.value_at(mouse);
    ImGui::GetWindowDrawList()->AddLine({mouse, axes.from.y}, {mouse, axes.to.y},
                                        tone::packed(tone::with_alpha(tone::accent_bright, 0.7f)),
                                        context.fonts.scale);
    ImGui::BeginTooltip();
    mono(context, fmt::format("{} = {}", chart.name, significant(value)));
    for (const auto& curve : chart.curves)
        if (const auto* point = nearest(curve, value))
            mono(context, fmt::format("{:<6} {}", curve.label, significant(point->y)),
                 curve.colour);
    ImGui::EndTooltip();
}

}  // namespace

void draw_curves(const PanelContext& context, const CurveChart& chart, float height) {
    push_mono(context.fonts);
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float full = scaled_length(context, height);
    const float labels = ImGui::CalcTextSize("00000").x + scaled_length(context, 6);
    Axes axes{{at.x + labels, at.y + 0.5f * line},
              {at.x + width - scaled_length(context, 4), at.y + full - 1.4f * line},
              chart.min,
              chart.max,
              chart.logarithmic,
              0,
              1};
    fit_height(chart, axes);
    ImGui::Dummy({width, full});
    draw_heights(context, axes);
    draw_places(context, axes);
    ImGui::PopFont();
    ImGui::PushClipRect({axes.from.x, axes.from.y - 0.5f * line}, {at.x + width, axes.to.y}, true);
    for (const auto& curve : chart.curves) draw_curve(context, axes, curve);
    draw_now(context, axes, chart);
    draw_under_mouse(context, axes, chart);
    ImGui::PopClipRect();
}

}  // namespace mariani::app
