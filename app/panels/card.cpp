#include "app/panels/card.hpp"

#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

constexpr auto card_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                            ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

float card_width(const PanelContext& context) {
    const float margin = scaled_length(context, card_margin);
    const float free = picture_area(context).width() - 2 * margin;
    return std::max(std::min(scaled_length(context, 420), free), 1.0f);
}

void begin_card(const Card& card, ImGuiWindowFlags flags) {
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, card.opacity);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::Begin(card.name, nullptr,
                 card.has_buttons ? flags : flags | ImGuiWindowFlags_NoMouseInputs);
}

void end_card() {
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace

float draw_card(const PanelContext& context, const Card& card, float bottom,
                const std::function<void()>& contents) {
    const auto area = picture_area(context);
    ImGui::SetNextWindowPos({0.5f * (area.from.x + area.to.x), bottom}, ImGuiCond_Always,
                            {0.5f, 1});
    ImGui::SetNextWindowSize({card_width(context), 0});
    begin_card(card, card_flags);
    contents();
    const float height = ImGui::GetWindowHeight();
    end_card();
    return height;
}

void draw_corner_card(const PanelContext& context, const Card& card, float width,
                      const std::function<void()>& contents) {
    const auto area = picture_area(context);
    const float margin = scaled_length(context, card_margin), left = area.from.x + margin;
    ImGui::SetNextWindowPos({left, area.to.y - margin}, ImGuiCond_Always, {0, 1});
    begin_card(card, card_flags | ImGuiWindowFlags_NoBringToFrontOnFocus);
    contents();
    context.state.corner = {left + width + 2 * ImGui::GetStyle().WindowPadding.x,
                            ImGui::GetWindowPos().y};
    end_card();
}

float bottom_of_cards(const PanelContext& context) {
    const auto area = picture_area(context);
    const float bottom = area.to.y - scaled_length(context, card_margin);
    const auto& [right, top] = context.state.corner;
    const bool beside = right < 0.5f * (area.from.x + area.to.x - card_width(context));
    return beside ? bottom : std::min(bottom, top - scaled_length(context, card_space));
}

float draw_inset(const Card& card, ImVec2 corner, float width,
                 const std::function<void()>& contents) {
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 0});
    ImGui::SetNextWindowSize({width + 2 * ImGui::GetStyle().WindowPadding.x, 0});
    begin_card(card, card_flags | ImGuiWindowFlags_NoBringToFrontOnFocus);
    contents();
    const float height = ImGui::GetWindowHeight();
    end_card();
    return height;
}

}  // namespace mariani::app
