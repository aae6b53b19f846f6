#include "app/panels/picture_marks.hpp"

#include "app/panels/picture_area.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mariani::app {

void outline(const PanelContext& context, ImDrawList& list, ImVec2 from, ImVec2 to) {
    constexpr ImU32 light = IM_COL32(255, 255, 255, 255), dark = IM_COL32(0, 0, 0, 215);
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
        list.AddRectFilled(corner, {opposite.x, corner.y + thick}, colour);
        list.AddRectFilled({corner.x, opposite.y - thick}, opposite, colour);
        list.AddRectFilled({corner.x, corner.y + thick}, {corner.x + thick, opposite.y - thick},
                           colour);
        list.AddRectFilled({opposite.x - thick, corner.y + thick}, {opposite.x, opposite.y - thick},
                           colour);
    };
    frame(3 * width, 3 * width, dark);
    frame(2 * width, width, light);
}

void place_beside_mouse(const PanelContext& context) {
    const auto area = picture_area(context);
    const ImVec2 mouse = ImGui::GetMousePos();
    const float off = scaled_length(context, 18);
    const bool left = mouse.x > 0.5f * (area.from.x + area.to.x);
    const bool above = mouse.y > 0.5f * (area.from.y + area.to.y);
    ImGui::SetNextWindowPos({mouse.x + (left ? -off : off), mouse.y + (above ? -off : off)},
                            ImGuiCond_Always, {left ? 1.0f : 0.0f, above ? 1.0f : 0.0f});
}

void fact(const PanelContext& context, const char* label, const std::string& value) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", label);
    ImGui::TableNextColumn();
    mono(context, value);
}

ImVec4 tone_of(render::Rgb8 colour) {
    return {static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255,
            static_cast<float>(colour.b) / 255, 1};
}

}  // namespace mariani::app
