// The columns of the window: the picture, and beside it the laboratory and the side panel.
#pragma once

#include "app/settings/settings.hpp"

namespace mariani::app {

struct Fonts;

struct Column {
    float left = 0, width = 0;  // in ImGui's units; a hidden one has no width
};

struct WindowLayout {
    Column picture, laboratory, panel;
    bool has_room_for_both = true;  // laboratory and panel, whether they are shown or not
};

// The limits of a column's width, before scaling.
inline constexpr float min_column_width = 300, max_column_width = 900;

// The most of the window's width that the columns beside the picture take together.
inline constexpr float max_columns_share = 0.55f;

// The panel is at one side of a window of this width, the laboratory between it and the picture.
// The picture always keeps a part: where the window is too narrow for both, the laboratory takes
// the panel's place.
WindowLayout window_layout(const Settings& settings, bool laboratory_shown, const Fonts& fonts,
                           float window_width);

}  // namespace mariani::app
