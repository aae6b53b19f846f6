// The program's window, from opening to closing.
#pragma once

#include "app/measure/display_path.hpp"
#include "app/settings.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct WindowOptions {
    Settings settings;                            // the saved ones, the command line's on top
    std::vector<std::string> notices;             // shown as warnings once the window is open
    std::optional<std::filesystem::path> replay;  // plays this recording, then quits
    DisplayChoice display = DisplayChoice::automatic;
    std::optional<std::filesystem::path> report;  // a line a turn goes there
    bool mark_frames = false;                     // as draw_mark() does
    bool remember = true;                         // save the settings when they change and at exit
};

// Opens the window and returns the exit status when it is closed. Main thread only.
// Throws std::runtime_error where no window can be opened (no display, no OpenGL 4.5); the message
// is one line that says so and names `mariani render`, and where the display chosen cannot be had.
// Throws std::invalid_argument, before a
// window opens, when the replay file cannot be used (exit status 2).
int run_window(const WindowOptions& options);

// What `info` says of interop: opens a hidden window where there is a display.
std::string interop_in_words();

}  // namespace mariani::app
