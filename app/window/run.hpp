// The program's window, from opening to closing.
#pragma once

#include "app/papers/paper_tools.hpp"
#include "app/settings/display_choices.hpp"
#include "app/settings/settings.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani::app {

struct Tab;

struct WindowOptions {
    Settings settings;                            // the saved ones, the command line's on top
    std::vector<std::string> notices;             // shown as warnings once the window is open
    std::optional<std::filesystem::path> replay;  // plays this recording, then quits
    DisplayChoice display = DisplayChoice::automatic;
    std::optional<std::filesystem::path> report;       // gets a line per turn
    bool mark_frames = false;                          // see FrameDisplay
    bool at_home = false;                              // begins with the whole set
    bool opening = false;                              // a first start
    std::optional<std::filesystem::path> opened;       // the picture that the settings are from
    std::optional<std::filesystem::path> poster = {};  // likewise: its folder
    std::span<const Tab* const> tabs;                  // the window's, in their order
    PaperTools papers;                                 // what the laboratory tests them with
    bool remember = true;  // save the settings when they change and at exit
};

// Opens the window and returns the exit status when it is closed. Main thread only. Throws
// std::runtime_error if no window can be opened (no display, no OpenGL 4.5), with a one-line
// message that says so and names `mariani render`, or if the chosen display path is unavailable.
// Throws std::invalid_argument before a window opens if the replay file cannot be used (exit status
// 2).
int run_window(const WindowOptions& options);

// What `info` says about interop: opens a hidden window if there is a display.
std::string interop_text();

}  // namespace mariani::app
