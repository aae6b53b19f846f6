#include "app/panels/work_scale.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/overlay_levels.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/frame_colours.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {
namespace {

render::Palette palette_of_work(const PanelContext& context) {
    for (const auto& palette : context.seen.palettes)
        if (palette.name == render::work_palette) return {palette.name, palette.colours};
    return {render::work_palette, {{0, 0, 0}, {255, 255, 255}}};
}

// The picture's own colours from one iteration to the most, on a logarithmic scale.
void scale_strip(const render::ColourMap& colours, double max, ImVec2 from, ImVec2 to) {
    auto& list = *ImGui::GetWindowDrawList();
    const auto colour_at = [&](float place) {
        const double value = std::pow(max, static_cast<double>(place));
        return tone::packed(opaque(colours.colour(static_cast<std::uint32_t>(value))));
    };
    constexpr int steps = 96;
    const float width = (to.x - from.x) / steps;
    for (int i = 0; i < steps; ++i) {
        const float left = from.x + width * static_cast<float>(i);
        const auto begin = colour_at(static_cast<float>(i) / steps);
        const auto end = colour_at(static_cast<float>(i + 1) / steps);
        list.AddRectFilledMultiColor({left, from.y}, {left + width, to.y}, begin, end, end, begin);
    }
}

std::string tick(double value) {
    return value < 1e6 ? grouped(static_cast<std::int64_t>(value)) : scaled(value);
}

// 1, 10, 100 … and the most, without those that would touch it or one another.
void scale_ticks(const PanelContext& context, double max, ImVec2 from, float width) {
    auto& list = *ImGui::GetWindowDrawList();
    push_mono(context.fonts);
    const auto last = tick(max);
    const float end = from.x + width - ImGui::CalcTextSize(last.c_str()).x;
    const float gap = scaled_length(context, 8);
    float free = from.x;
    const auto colour = tone::packed(tone::dim);
    for (double value = 1; value < max; value *= 10) {
        const auto text = tick(value);
        const auto place = static_cast<float>(std::log(value) / std::log(max));
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

void draw_work_scale(const PanelContext& context, std::uint32_t most, float width) {
    const std::uint32_t max = std::max(2u, most);
    const auto colours = render::ColourMap::of_work(palette_of_work(context), max);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float strip = scaled_length(context, 14), text = ImGui::GetTextLineHeight();
    scale_strip(colours, max, at, {at.x + width, at.y + strip});
    scale_ticks(context, max, {at.x, at.y + strip + scaled_length(context, 2)}, width);
    ImGui::Dummy({width, strip + text + scaled_length(context, 2)});
}

}  // namespace mariani::app
