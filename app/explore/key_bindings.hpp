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
    std::string_view label;  // what it does; equal labels are alternative keys
};

// In display order; labels of one group are consecutive.
std::span<const KeyBinding> key_bindings();

// nullopt if the key is not bound. Modifiers must match exactly, except Shift where typing the key
// needs it (+).
std::optional<Command> bound_command(int key, Modifiers modifiers);

// Whether a held key repeats this command.
bool repeats(const Command& command);

struct MouseGesture {
    std::string_view gesture;  // "Shift + drag"
    std::string_view label;
};
std::span<const MouseGesture> mouse_gestures();

}  // namespace mariani::app
