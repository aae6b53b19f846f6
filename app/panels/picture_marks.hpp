// Marks over the picture: the part of the window that is the picture's, and what several workloads'
// marks have in common.
#pragma once

#include "app/panels/panels.hpp"
#include "render/picture/image.hpp"

#include <functional>

#include <imgui.h>

namespace mariani::app {

// The part of the window that is the picture's, in ImGui's units, above the timeline.
struct PictureArea {
    ImVec2 from, to;
    float width() const { return to.x - from.x; }
};

inline PictureArea picture_area(const PanelContext& context) {
    const auto& viewport = *ImGui::GetMainViewport();
    const WindowLayout& layout = context.seen.layout;
    const auto& [left, width] = layout.picture;
    return {{viewport.Pos.x + left, viewport.Pos.y},
            {viewport.Pos.x + left + width,
             viewport.Pos.y + viewport.Size.y - layout.status - layout.timeline}};
}

// The picture within it, which is as high and may be narrower.
inline PictureArea drawn_picture(const PanelContext& context) {
    PictureArea area = picture_area(context);
    const auto& [left, width] = context.seen.layout.drawn;
    area.from.x = ImGui::GetMainViewport()->Pos.x + left;
    area.to.x = area.from.x + width;
    return area;
}

// Around a rectangle in ImGui's units, and so large that one sees it: light, with a dark edge that
// shows it on light parts.
void outline(const PanelContext& context, ImDrawList& list, ImVec2 from, ImVec2 to);

// Four bars within these corners, for ImGui's rectangles have blurred edges.
void draw_frame(ImDrawList& list, ImVec2 from, ImVec2 to, float width, ImU32 colour);

// A tooltip beside the mouse, on the side where the picture has more room for it, and whole: inside
// the window as far as there is room for it. It keeps clear of the rectangle among the insets if
// the mouse is in that.
void tooltip_beside_mouse(const PanelContext& context, const std::function<void()>& contents);

// A colour of a picture, for ImGui.
ImVec4 tone_of(render::Rgb8 colour);

}  // namespace mariani::app
