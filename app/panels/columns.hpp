// The columns of the window: the picture, and beside it the laboratory and the side panel; where
// they are, and the windows of ImGui that fill them. Below the picture the timeline.
#pragma once

#include "app/settings/settings.hpp"

#include <functional>

namespace mariani::app {

struct Fonts;
struct PanelContext;

// Before scaling.
inline constexpr float least_timeline_height = 90, most_timeline_height = 900;

struct Column {
    float left = 0, width = 0;  // in ImGui's units; a hidden one has no width
};

struct WindowLayout {
    Column picture, laboratory, panel;
    float status = 0;               // the height of the bar below the picture; 0: there is none
    bool has_room_for_both = true;  // laboratory and panel, whether they are shown or not
    float timeline = 0;             // its height, below the picture
    Column drawn;                   // the picture within its column: narrower where it is drawn
                                    // smaller to make room for a timeline
};

// The panel is at one side of a window of this width, the laboratory between it and the picture.
// The picture always keeps a part: where the window is too narrow for both, the laboratory takes
// the panel's place.
WindowLayout window_layout(const Settings& settings, bool laboratory_shown, const Fonts& fonts,
                           float window_width);

// The height of the timeline in a window of this height, all in ImGui's units.
float timeline_height(const Settings& settings, const Fonts& fonts, float window_height);

// A window of ImGui that fills a column, as high as the window. Dragging the edge towards the
// picture changes `wanted`, the column's width before scaling. `title` must be unique among all
// windows of ImGui.
void draw_column(const PanelContext& context, const char* title, const Column& column,
                 float& wanted, const std::function<void()>& contents);

// Begins the part below the column's head that scrolls; ends with ImGui::EndChild(). False: there
// is no room, so that nothing is drawn, and nothing read from what would be.
bool begin_scrolled(const char* id);

}  // namespace mariani::app
