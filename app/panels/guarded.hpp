// An exception in the middle of drawing ends neither the frame nor the program.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace mariani::app {

// Runs what draws, within an ImGui frame. Where it throws, closes all that it has opened (windows,
// tables, tabs, groups, trees, tooltips) and takes back what it has pushed, so that whatever comes
// next is drawn as if it had returned; and returns why, in words.
[[nodiscard]] std::optional<std::string> failure_of_drawing(const std::function<void()>& draw);

// Draws a part of a panel; where it fails, its name and the reason stand in its place.
void draw_or_say_why(const char* name, const std::function<void()>& draw);

}  // namespace mariani::app
