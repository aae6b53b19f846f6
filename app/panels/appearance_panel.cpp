#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <array>
#include <cmath>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::array<int, 9> interface_percents{75, 90, 100, 110, 125, 150, 175, 200, 300};

void interface_row(const PanelContext& context) {
    float& scale = context.settings.interface_scale;
    const auto percent = static_cast<int>(std::lround(100 * scale));
    const auto text = [](int value) { return fmt::format("{} %", value); };
    row(context, "Interface", "The size of texts and controls, beside the display's own scale.");
    if (!ImGui::BeginCombo("##interface", text(percent).c_str(), ImGuiComboFlags_HeightLarge))
        return;
    for (const int each : interface_percents)
        if (ImGui::Selectable(text(each).c_str(), each == percent))
            scale = static_cast<float>(each) / 100;
    ImGui::EndCombo();
}

void side_row(const PanelContext& context) {
    static const std::array<Segment, 2> sides{
        {{"left", "Left of the picture.", {}}, {"right", "Right of the picture.", {}}}};
    bool& left = context.settings.panel_left;
    row(context, "Panel", "The side of the window on which this panel stands.");
    if (const auto picked = segmented("side", sides, left ? 0 : 1)) left = *picked == 0;
}

}  // namespace

void appearance_panel(const PanelContext& context) {
    interface_row(context);
    side_row(context);
}

}  // namespace mariani::app
