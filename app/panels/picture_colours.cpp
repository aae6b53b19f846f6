#include "app/panels/picture_colours.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/colouring.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace mariani::app {
namespace {

// A strip of colours; places are shares of it, from its left end.
struct ColourScale {
    std::function<render::Rgb8(double place)> colour;
    std::function<double(double value)> place;
    double max = 1;  // at the right end
};

void draw_strip(const ColourScale& scale, ImVec2 from, ImVec2 to) {
    auto& list = *ImGui::GetWindowDrawList();
    constexpr int steps = 96;
    const auto colour_at = [&](int step) {
        return tone::packed(tone_of(scale.colour(static_cast<double>(step) / steps)));
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
    const auto last = tick(scale.max);
    const float end = from.x + width - ImGui::CalcTextSize(last.c_str()).x;
    const float gap = scaled_length(context, 12);
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
}

render::Palette palette_of_work(const PanelContext& context) {
    for (const auto& palette : context.seen.palettes)
        if (palette.name == render::work_palette) return {palette.name, palette.colours};
    return {render::work_palette, {role::hole, role::never}};
}

// With ticks at 1, 10, 100 ... and at the most; `width` in ImGui's units.
void draw_colour_scale(const PanelContext& context, const ColourScale& scale, float width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float strip = scaled_length(context, 14), text = ImGui::GetTextLineHeight();
    draw_strip(scale, at, {at.x + width, at.y + strip});
    draw_ticks(context, scale, {at.x, at.y + strip + scaled_length(context, 2)}, width);
    ImGui::Dummy({width, strip + text + scaled_length(context, 2)});
}

}  // namespace

ImVec4 level_tone(int level) {
    return tone_of(render::level_colour(level));
}

// Subdivided regions have no tint in the picture: theirs is a grey that is seen on the panel.
ImVec4 outcome_tone(Outcome outcome) {
    if (outcome == Outcome::subdivided) return tone_of(role::subdivided);
    return tone_of(render::outcome_tint(outcome).colour);
}

ImVec4 outcome_tone(PixelOutcome outcome) {
    return tone_of(render::outcome_colour(outcome));
}

ImVec4 readable_on(const ImVec4& background) {
    const float luminance = 0.299f * background.x + 0.587f * background.y + 0.114f * background.z;
    return luminance > 0.5f ? tone::with_alpha(tone::edge, 1) : tone::brightest;
}

void toggle_only_level(render::OverlayStyle& overlay, int level) {
    const bool only = only_level_shown(overlay, level);
    overlay.levels = only ? ~0u : 1u << level;
    overlay.shown = true;
}

bool only_level_shown(const render::OverlayStyle& overlay, int level) {
    return overlay.shown && overlay.levels == 1u << level;
}

void draw_work_scale(const PanelContext& context, std::uint32_t most, float width) {
    const std::uint32_t max = std::max(2u, most);
    const auto colours = render::ColourMap::of_work(palette_of_work(context), max);
    const auto colour = [&](double place) {
        return colours.colour(static_cast<std::uint32_t>(std::pow(max, place)));
    };
    const auto place = [&](double work) { return std::log(work) / std::log(max); };
    draw_colour_scale(context, {colour, place, static_cast<double>(max)}, width);
}

bool shows_distance(const PanelContext& context) {
    const auto& colouring = context.settings.colouring;
    return context.seen.frame && context.seen.frame->exterior &&
           colouring.shown == render::Quantity::dwell &&
           colouring.mapping == render::Mapping::distance;
}

void draw_distance_scale(const PanelContext& context, float width) {
    render::Colouring colouring = context.settings.colouring;
    colouring.shaded = false;
    const PaletteView& palette = context.seen.palette;
    const auto scale = render::distance_scale(context.seen.frame->plan.image.height);
    const render::ColourMap colours(colouring, {palette.name, palette.colours}, 1, {}, scale);
    const auto colour = [&](double place) {
        return colours.colour(0, 0, {static_cast<float>(scale.distance_at(place)), 0});
    };
    const auto place = [&](double distance) { return scale.place_of(distance); };
    draw_colour_scale(context, {colour, place, scale.farthest}, width);
}

}  // namespace mariani::app
