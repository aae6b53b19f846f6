#include "app/panels/card.hpp"

#include "app/panels/picture_area.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

constexpr auto card_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                            ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

}  // namespace

float draw_card(const PanelContext& context, const Card& card, float bottom,
                const std::function<void()>& contents) {
    const auto area = picture_area(context);
    const float margin = scaled_length(context, 16);
    const float width = std::min(scaled_length(context, 420), area.width() - 2 * margin);
    ImGui::SetNextWindowPos({0.5f * (area.from.x + area.to.x), bottom}, ImGuiCond_Always,
                            {0.5f, 1});
    ImGui::SetNextWindowSize({std::max(width, 1.0f), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, card.opacity);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::Begin(card.name, nullptr,
                 card.has_buttons ? card_flags : card_flags | ImGuiWindowFlags_NoMouseInputs);
    contents();
    const float height = ImGui::GetWindowHeight();
    ImGui::End();
    ImGui::PopStyleVar(2);
    return height;
}

}  // namespace mariani::app
