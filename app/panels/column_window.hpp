// A window of ImGui that fills a column beside the picture.
#pragma once

#include "app/panels/panels.hpp"

#include <functional>

namespace mariani::app {

// As high as the window. Dragging the edge towards the picture changes `wanted`, the column's width
// before scaling. `title` must be unique among all windows of ImGui.
void draw_column(const PanelContext& context, const char* title, const Column& column,
                 float& wanted, const std::function<void()>& contents);

// Begins the part below the column's head that scrolls; ends with ImGui::EndChild(). False: there
// is no room, so that nothing is drawn, and nothing read from what would be.
bool begin_scrolled(const char* id);

}  // namespace mariani::app
