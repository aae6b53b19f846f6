#include "app/panels/chart.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {

double scale_above(double value) {
    if (!(value > 0)) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0})
        if (value <= step * power) return step * power;
    return 10 * power;
}

PlotArea begin_plot(const PanelContext& context, float height, double most,
                    std::string (*label)(double)) {
    auto& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({width, scaled_length(context, height)});
    PlotArea plot{at, {at.x + width, at.y + scaled_length(context, height)}, most};
    list.AddRectFilled(plot.from, plot.to, tone::packed(tone::with_alpha(tone::field, 0.6f)),
                       ImGui::GetStyle().FrameRounding);
    const float inset = scaled_length(context, 5);
    ImGui::PushFont(context.fonts.mono);
    for (const double value : {most, most / 2}) {
        const float y = plot.y(value);
        if (value < most)
            list.AddLine({plot.from.x, y}, {plot.to.x, y},
                         tone::packed(tone::with_alpha(tone::faint, 0.4f)), context.fonts.scale);
        const auto text = label(value);
        list.AddText({plot.from.x + inset, y + scaled_length(context, 2)}, tone::packed(tone::dim),
                     text.c_str());
    }
    ImGui::PopFont();
    return plot;
}

void dashed_line(const PlotArea& plot, double value, const ImVec4& colour, float scale) {
    auto& list = *ImGui::GetWindowDrawList();
    const float y = std::round(plot.y(value)) + 0.5f;
    const float dash = 5 * scale;
    for (float x = plot.from.x; x < plot.to.x; x += 2 * dash)
        list.AddLine({x, y}, {std::min(x + dash, plot.to.x), y}, tone::packed(colour),
                     1.5f * scale);
}

}  // namespace mariani::app
