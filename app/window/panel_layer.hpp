// Everything that ImGui draws over the picture: panels, messages, windows and the zoom box.
#pragma once

#include "app/explore/view_navigation.hpp"
#include "app/panels/panels.hpp"
#include "app/window/native_window.hpp"
#include "app/window/window_state.hpp"

#include <array>
#include <optional>

namespace mariani::app {

// Where the window's columns are, and the picture's place in the framebuffer.
void lay_out(WindowState& state, const Fonts& fonts, const NativeWindow& window);

// Within an ImGui frame. A panel that fails is reported and left out. `box`: the zoom box's
// corners, in screen coordinates.
void draw_panels(WindowState& state, const Fonts& fonts,
                 const std::optional<std::array<PixelPoint, 2>>& box);

}  // namespace mariani::app
