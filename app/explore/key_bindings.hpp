// The one table of keys: the window acts on it, the help window shows it.
#pragma once

#include "app/explore/command.hpp"
#include "app/explore/keys.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace mariani::app {

struct KeyBinding {
    int key;
    Modifiers modifiers;
    Command command;
    std::string_view label;  // what it does; equal labels are other keys for the same thing
};

// In the order in which they are shown; labels of one group follow each other.
std::span<const KeyBinding> key_bindings();

// Nothing where the key is not bound. Modifiers must match exactly, save Shift where the key needs
// it to be typed (+).
std::optional<Command> bound_command(int key, Modifiers modifiers);

// True for what a key that is held down does again and again.
bool repeats(const Command& command);

struct MouseGesture {
    std::string_view gesture;  // "Shift + drag"
    std::string_view label;
};
std::span<const MouseGesture> mouse_gestures();

}  // namespace mariani::app
