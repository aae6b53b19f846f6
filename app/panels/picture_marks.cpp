#include "app/panels/picture_marks.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/colouring.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <string>
#include <string_view>

namespace mariani::app {
namespace {

// From `low` on to `high`, if it has room there; else it begins at `low`.
float within(float at, float length, float low, float high) {
    return std::max(std::min(at, high - length), low);
}

// What is left of this covers nothing of the inset under the mouse, if there is one.
float clear_edge(const PanelContext& context, ImVec2 mouse) {
    const auto& inset = context.state.insets.rectangle;
    if (!inset) return mouse.x;
    const auto x = static_cast<float>(inset->x), y = static_cast<float>(inset->y);
    const bool inside = mouse.x >= x && mouse.x < x + static_cast<float>(inset->width) &&
                        mouse.y >= y && mouse.y < y + static_cast<float>(inset->height);
    return inside ? x : mouse.x;
}

// The upper left corner of what has this size.
ImVec2 place_beside_mouse(const PanelContext& context, ImVec2 size) {
    const auto area = picture_area(context);
    const auto& viewport = *ImGui::GetMainViewport();
    const float edge = scaled_length(context, 4);
    const ImVec2 begin{viewport.Pos.x + edge, viewport.Pos.y + edge};
    const ImVec2 end{viewport.Pos.x + viewport.Size.x - edge,
                     viewport.Pos.y + viewport.Size.y - edge};
    const ImVec2 mouse = ImGui::GetMousePos();
    const float off = scaled_length(context, 18);
    const float on_left = clear_edge(context, mouse) - off - size.x, on_right = mouse.x + off;
    const bool fits_left = on_left >= begin.x, fits_right = on_right + size.x <= end.x;
    const bool prefers_left = mouse.x > 0.5f * (area.from.x + area.to.x);
    const bool left = prefers_left ? fits_left || !fits_right : fits_left && !fits_right;
    const bool above = mouse.y > 0.5f * (area.from.y + area.to.y);
    return {within(left ? on_left : on_right, size.x, begin.x, end.x),
            within(above ? mouse.y - off - size.y : mouse.y + off, size.y, begin.y, end.y)};
}

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

void picture_texts(const PanelContext& context) {
    if (!context.seen.tab) return;
    const auto area = picture_area(context);
    if (context.seen.picture.width <= 0 || !(area.width() > 0)) return;
    const float unit = area.width() / static_cast<float>(context.seen.picture.width);
    ImFont* const font = ImGui::GetFont();
    auto& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect(area.from, area.to);
    for (const PictureText& text : context.seen.tab->texts) {
        const float size = unit * text.size;
        if (size < 1) continue;  // a window without room
        const auto width_of = [&](std::string_view words) {
            return double{font->CalcTextSizeA(size, FLT_MAX, 0, words.data(),
                                              words.data() + words.size())
                              .x} /
                   unit;
        };
        for (const auto& [x, y, words] : lines_of(text, width_of))
            list.AddText(font, size,
                         {std::round(area.from.x + unit * static_cast<float>(x)),
                          std::round(area.from.y + unit * static_cast<float>(y))},
                         tone::packed(tone_of(text.colour)), words.c_str());
    }
    list.PopClipRect();
}

void outline(const PanelContext& context, ImDrawList& list, ImVec2 from, ImVec2 to) {
    const float width = std::max(1.0f, std::round(scaled_length(context, 1.5f)));
    const float least = scaled_length(context, 6);  // from one side to the other
    const auto grown = [&](float by) {
        const float x = by + std::max(0.0f, 0.5f * (least - (to.x - from.x)));
        const float y = by + std::max(0.0f, 0.5f * (least - (to.y - from.y)));
        return std::array{ImVec2{std::round(from.x - x), std::round(from.y - y)},
                          ImVec2{std::round(to.x + x), std::round(to.y + y)}};
    };
    const auto frame = [&](float by, float thick, ImU32 colour) {
        const auto [corner, opposite] = grown(by);
        draw_frame(list, corner, opposite, thick, colour);
    };
    frame(3 * width, 3 * width, tone::packed(tone::edge));
    frame(2 * width, width, tone::packed(tone::brightest));
}

void draw_frame(ImDrawList& list, ImVec2 from, ImVec2 to, float width, ImU32 colour) {
    list.AddRectFilled(from, {to.x, from.y + width}, colour);
    list.AddRectFilled({from.x, to.y - width}, to, colour);
    list.AddRectFilled({from.x, from.y + width}, {from.x + width, to.y - width}, colour);
    list.AddRectFilled({to.x - width, from.y + width}, {to.x, to.y - width}, colour);
}

void tooltip_beside_mouse(const PanelContext& context, const std::function<void()>& contents) {
    auto& [width, height] = context.state.tooltip_size;
    ImGui::SetNextWindowPos(place_beside_mouse(context, {width, height}), ImGuiCond_Always);
    ImGui::BeginTooltip();
    contents();
    width = ImGui::GetWindowWidth();
    height = ImGui::GetWindowHeight();
    ImGui::EndTooltip();
}

ImVec4 tone_of(render::Rgb8 colour) {
    return {static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255,
            static_cast<float>(colour.b) / 255, 1};
}

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
