// The part of the window that the side panel leaves to the picture, in ImGui's units.
#pragma once

#include "app/panels/panels.hpp"

#include <imgui.h>

namespace mariani::app {

struct PictureArea {
    ImVec2 from, to;
    float width() const { return to.x - from.x; }
};

inline PictureArea picture_area(const PanelContext& context) {
    const auto& viewport = *ImGui::GetMainViewport();
    const auto panel = side_panel_extent(context.settings, context.fonts, viewport.Size.x);
    const float left = context.settings.panel_left ? panel.width : 0;
    const float right = context.settings.panel_left ? viewport.Size.x : panel.left;
    return {{viewport.Pos.x + left, viewport.Pos.y},
            {viewport.Pos.x + right, viewport.Pos.y + viewport.Size.y}};
}

}  // namespace mariani::app
