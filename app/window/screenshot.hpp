// The screenshot, copy or film that was asked for: taken once the picture on screen is the one
// asked for.
#pragma once

#include "app/window/exporter.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/workload_screen.hpp"

namespace mariani::app {

// Twice a turn, with the picture drawn: before the panels are and, `with_panel`, after. Hands the
// screenshot to the exporter where it is due; a failure is reported. Main thread, with the window's
// GL context.
void take_screenshot(WindowState& state, FrameDisplay& display, Exporter& exports,
                     ImageSize framebuffer, bool with_panel);

// The same where the screen of another workload is shown, and a copy to the clipboard.
void take_screenshot(WindowState& state, const WorkloadScreen& screen, Exporter& exports,
                     ImageSize framebuffer, bool with_panel);

// The same for a copy to the clipboard, which shows what is seen of the picture, the grid too.
// Once a turn, before the panels are drawn.
void copy_picture(WindowState& state, const FrameDisplay& display, Exporter& exports);

// The same for a film of the replay: its picture is the one on screen, without its regions. Once a
// turn, before the picture is drawn.
void film_replay(WindowState& state, FrameDisplay& display, Exporter& exports);

}  // namespace mariani::app
