// Keys and modifiers by name, with GLFW's numbers (documented and stable), so that bindings and
// recordings need no window; and what each of them does.
#pragma once

#include "app/explore/command.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mariani::app {

namespace key {
// A key that prints an ASCII character has the code of that (upper case) character.
inline constexpr int space = 32;
inline constexpr int minus = '-';
inline constexpr int equal = '=';
inline constexpr int escape = 256;
inline constexpr int enter = 257;
inline constexpr int tab = 258;
inline constexpr int backspace = 259;
inline constexpr int insert = 260;
inline constexpr int del = 261;
inline constexpr int right = 262;
inline constexpr int left = 263;
inline constexpr int down = 264;
inline constexpr int up = 265;
inline constexpr int page_up = 266;
inline constexpr int page_down = 267;
inline constexpr int home = 268;
inline constexpr int end = 269;
inline constexpr int f1 = 290;  // f1 to f12 are consecutive
inline constexpr int f6 = 295;
inline constexpr int f10 = 299;
inline constexpr int f11 = 300;
inline constexpr int f12 = 301;
inline constexpr int keypad_subtract = 333;
inline constexpr int keypad_add = 334;
inline constexpr int keypad_enter = 335;
inline constexpr int left_shift = 340;
inline constexpr int left_control = 341;
inline constexpr int left_alt = 342;
inline constexpr int right_shift = 344;
inline constexpr int right_control = 345;
inline constexpr int right_alt = 346;
}  // namespace key

// Bits, to be combined.
using Modifiers = int;
namespace modifier {
inline constexpr Modifiers none = 0;
inline constexpr Modifiers shift = 1;
inline constexpr Modifiers control = 2;
inline constexpr Modifiers alt = 4;
inline constexpr Modifiers all = shift | control | alt;  // locks and the like are ignored
}  // namespace modifier

// The modifier that the key is, or none.
Modifiers modifier_of(int key);

// "G", "F12", "Left", "Keypad +"; empty for a key without a name here.
std::string key_name(int key);
std::optional<int> key_named(std::string_view name);  // case-insensitive

// "Ctrl+Shift+Z".
std::string key_label(int key, Modifiers modifiers);

// The one table of keys: the window acts on it, the help window shows it.
struct KeyBinding {
    int key;
    Modifiers modifiers;
    Command command;
    std::string_view task;   // what one is about while one needs it
    std::string_view label;  // what it does; equal labels are alternative keys

    KeyBinding(int its_key, Modifiers with, Action action, std::string_view about)
        : KeyBinding(its_key, with, action, about, title_of(action)) {}
    KeyBinding(int its_key, Modifiers with, Command does, std::string_view about,
               std::string_view says)
        : key(its_key), modifiers(with), command(std::move(does)), task(about), label(says) {}
};

// In display order; those of one task are consecutive, and so are equal labels.
std::span<const KeyBinding> key_bindings();

// "Ctrl+Shift+Z / Ctrl+Y": those with this label.
std::string keys_of(std::string_view label);
// The keys of a command; empty if it has none.
std::string keys_of(Action action);

// nullopt if the key is not bound. Modifiers must match exactly, except Shift where typing the key
// needs it (+).
std::optional<Command> bound_command(int key, Modifiers modifiers);

// Whether a held key repeats this command.
bool repeats(const Command& command);

// What the mouse does, and keys that ImGui acts on.
struct MouseGesture {
    std::string_view gesture;  // "Shift + drag"
    std::string_view task;     // of a key, too; or one of its own
    std::string_view label;
};
std::span<const MouseGesture> mouse_gestures();

}  // namespace mariani::app
