// An exception in the middle of drawing aborts neither the frame nor the program.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace mariani::app {

// Runs drawing code within an ImGui frame. If it throws, closes everything it has opened (windows,
// tables, tabs, groups, trees, tooltips) and pops what it has pushed, so that drawing continues as
// if it had returned; and returns the reason in words.
[[nodiscard]] std::optional<std::string> failure_of_drawing(const std::function<void()>& draw);

// Draws a part of a panel; if that fails, shows its name and the reason instead.
void draw_or_show_error(const char* name, const std::function<void()>& draw);

}  // namespace mariani::app
