#include "app/panels/chart.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {

double scale_above(double value) {
    if (!(value > 0)) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * power) return step * power;
    return 10 * power;
}

PlotArea begin_plot(const PanelContext& context, float height, double max,
                    std::string (*label)(double)) {
    auto& list = *ImGui::GetWindowDrawList();
    push_mono(context.fonts);
    const float text_height = ImGui::GetTextLineHeight();
    const float space = scaled_length(context, 8);
    const float axis = ImGui::CalcTextSize("00.0 M").x + space;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float full = scaled_length(context, height) + text_height;
    ImGui::Dummy({width, full});
    const PlotArea plot{{at.x + axis, at.y + 0.5f * text_height},
                        {at.x + width, at.y + full - 0.5f * text_height},
                        max};
    for (const double value : {max, max / 2, 0.0}) {
        const float y = std::round(plot.y(value)) + 0.5f;
        list.AddLine({plot.from.x, y}, {plot.to.x, y},
                     tone::packed(tone::with_alpha(tone::faint, value > 0 ? 0.4f : 0.9f)),
                     context.fonts.scale);
        const auto text = label(value);
        const float left = plot.from.x - space - ImGui::CalcTextSize(text.c_str()).x;
        list.AddText({left, y - 0.5f * text_height}, tone::packed(tone::dim), text.c_str());
    }
    ImGui::PopFont();
    return plot;
}

float bar_step(const PanelContext& context, const PlotArea& plot, std::size_t count) {
    return std::min(plot.width() / static_cast<float>(std::max<std::size_t>(count, 1)),
                    scaled_length(context, 80));
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
