// What several workloads' marks over the picture have in common.
#pragma once

#include "app/panels/panels.hpp"
#include "render/picture/image.hpp"

#include <functional>
#include <string>

#include <imgui.h>

namespace mariani::app {

// Around a rectangle in ImGui's units, and so large that one sees it: light, with a dark edge that
// shows it on light parts.
void outline(const PanelContext& context, ImDrawList& list, ImVec2 from, ImVec2 to);

// A tooltip beside the mouse, on the side where the picture has more room for it, and whole: inside
// the window as far as there is room for it. It keeps clear of the rectangle among the insets if
// the mouse is in that.
void tooltip_beside_mouse(const PanelContext& context, const std::function<void()>& contents);

// A colour of a picture, for ImGui.
ImVec4 tone_of(render::Rgb8 colour);

// A row of a table of two columns.
void fact(const PanelContext& context, const char* label, const std::string& value);

}  // namespace mariani::app
