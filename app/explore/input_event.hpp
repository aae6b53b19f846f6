// A user's actions as values: the window makes them from the mouse and the keyboard, a replay from
// a file, and both are handled alike. Positions are in screen coordinates from the window's top
// left corner.
#pragma once

#include "app/explore/command.hpp"
#include "app/explore/keys.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace mariani::app {

enum class Button { left, right, middle };

namespace input {
struct MouseMove {
    static constexpr double outside = -1e6;  // x and y once the mouse has left the window
    double x = 0, y = 0;
};
struct MouseButton {
    Button button = Button::left;
    bool pressed = false;
    Modifiers modifiers = modifier::none;
};
struct Scroll {
    double x = 0, y = 0;  // notches; positive y zooms in
};
struct Key {
    int key = 0;
    bool pressed = false;
    Modifiers modifiers = modifier::none;
    bool repeated = false;  // held down: the keyboard's auto-repeat
};
struct Character {
    std::uint32_t code = 0;  // Unicode
};
struct Resize {
    int width = 0, height = 0;  // of the window's content, in screen coordinates
};
struct Drop {
    std::vector<std::string> paths;
};
struct Run {
    Command command;
};
struct Set {
    std::string field;  // a setting by its name in the settings' JSON: "engine.dwell"
    std::string value;  // JSON
};
struct Quit {};
}  // namespace input

using InputEvent =
    std::variant<input::MouseMove, input::MouseButton, input::Scroll, input::Key, input::Character,
                 input::Resize, input::Drop, input::Run, input::Set, input::Quit>;

// Something is pressed, turned or dropped: more than a move of the mouse.
inline bool interrupts(const InputEvent& event) {
    if (const auto* key = std::get_if<input::Key>(&event)) return key->pressed;
    if (const auto* button = std::get_if<input::MouseButton>(&event)) return button->pressed;
    return std::holds_alternative<input::Scroll>(event) ||
           std::holds_alternative<input::Drop>(event);
}

}  // namespace mariani::app
