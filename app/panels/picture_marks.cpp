#include "app/panels/picture_marks.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
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

}  // namespace mariani::app
