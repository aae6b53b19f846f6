// The part of the window that is the picture's, in ImGui's units.
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
    const auto& [left, width] = context.seen.layout.picture;
    return {{viewport.Pos.x + left, viewport.Pos.y},
            {viewport.Pos.x + left + width, viewport.Pos.y + viewport.Size.y}};
}

}  // namespace mariani::app
