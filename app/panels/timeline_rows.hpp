// The rows of a timeline on the screen: what is drawn of its bars, and what the mouse does to them.
#pragma once

#include "app/measure/timeline.hpp"
#include "app/panels/panels.hpp"

#include <string>

#include <imgui.h>

namespace mariani::app {

ImVec4 kind_tone(BarKind kind, int level = 0);
inline ImVec4 border_tone(ImVec4 inside) {
    inside.w *= 0.6f;
    return inside;
}
std::string time_text(double ns);  // "640 ns", "12.3 ms"

// Fills this rectangle of ImGui's window. The wheel zooms, dragging moves, and with Shift selects;
// a double click shows all. What is under the mouse is put into the panels' state, whose other
// fields are those of the timeline that is shown.
void timeline_rows(const PanelContext& context, const Timeline& timeline, ImVec2 from, ImVec2 to);

}  // namespace mariani::app
