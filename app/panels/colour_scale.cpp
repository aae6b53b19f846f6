#include "app/panels/colour_scale.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/overlay_levels.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <string>

namespace mariani::app {
namespace {

void draw_strip(const ColourScale& scale, ImVec2 from, ImVec2 to) {
    auto& list = *ImGui::GetWindowDrawList();
    constexpr int steps = 96;
    const auto colour_at = [&](int step) {
        return tone::packed(opaque(scale.colour(static_cast<double>(step) / steps)));
    };
    const float width = (to.x - from.x) / steps;
    for (int i = 0; i < steps; ++i) {
        const float left = from.x + width * static_cast<float>(i);
        const auto begin = colour_at(i), end = colour_at(i + 1);
        list.AddRectFilledMultiColor({left, from.y}, {left + width, to.y}, begin, end, end, begin);
    }
}

std::string tick(double value) {
    return value < 1e6 ? grouped(static_cast<std::int64_t>(value)) : scaled(value);
}

// Without those that would touch the last or one another.
void draw_ticks(const PanelContext& context, const ColourScale& scale, ImVec2 from, float width) {
    auto& list = *ImGui::GetWindowDrawList();
    push_mono(context.fonts);
    const auto last = tick(scale.max);
    const float end = from.x + width - ImGui::CalcTextSize(last.c_str()).x;
    const float gap = scaled_length(context, 8);
    float free = from.x;
    const auto colour = tone::packed(tone::dim);
    for (double value = 1; value < scale.max; value *= 10) {
        const auto text = tick(value);
        const auto place = static_cast<float>(scale.place(value));
        const float half = 0.5f * ImGui::CalcTextSize(text.c_str()).x;
        const float left = std::max(from.x, from.x + place * width - half);
        if (left < free || left + 2 * half > end - gap) continue;
        list.AddText({left, from.y}, colour, text.c_str());
        free = left + 2 * half + gap;
    }
    list.AddText({end, from.y}, colour, last.c_str());
    ImGui::PopFont();
}

}  // namespace

void draw_colour_scale(const PanelContext& context, const ColourScale& scale, float width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float strip = scaled_length(context, 14), text = ImGui::GetTextLineHeight();
    draw_strip(scale, at, {at.x + width, at.y + strip});
    draw_ticks(context, scale, {at.x, at.y + strip + scaled_length(context, 2)}, width);
    ImGui::Dummy({width, strip + text + scaled_length(context, 2)});
}

}  // namespace mariani::app
