#include "app/explore/keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 25> named_keys{{
    {key::space, "Space"},
    {key::escape, "Esc"},
    {key::enter, "Enter"},
    {key::tab, "Tab"},
    {key::backspace, "Backspace"},
    {key::insert, "Insert"},
    {key::del, "Delete"},
    {key::right, "Right"},
    {key::left, "Left"},
    {key::down, "Down"},
    {key::up, "Up"},
    {key::page_up, "Page up"},
    {key::page_down, "Page down"},
    {key::home, "Home"},
    {key::end, "End"},
    {key::keypad_subtract, "Keypad -"},
    {key::keypad_add, "Keypad +"},
    {key::keypad_enter, "Keypad Enter"},
    {key::equal, "+"},  // the key that prints both = and +
    {key::left_shift, "Left shift"},
    {key::left_control, "Left control"},
    {key::left_alt, "Left alt"},
    {key::right_shift, "Right shift"},
    {key::right_control, "Right control"},
    {key::right_alt, "Right alt"},
}};

bool same_letters(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

Modifiers modifier_of(int key) {
    switch (key) {
        case key::left_shift:
        case key::right_shift:
            return modifier::shift;
        case key::left_control:
        case key::right_control:
            return modifier::control;
        case key::left_alt:
        case key::right_alt:
            return modifier::alt;
        default:
            return modifier::none;
    }
}

std::string key_name(int key) {
    for (const auto& [code, name] : named_keys)
        if (code == key) return std::string(name);
    if (key >= key::f1 && key <= key::f12) return fmt::format("F{}", key - key::f1 + 1);
    if (key > key::space && key < 127) return std::string(1, static_cast<char>(key));
    return {};
}

std::optional<int> key_named(std::string_view name) {
    for (const auto& [code, known] : named_keys)
        if (same_letters(name, known)) return code;
    for (int key = key::f1; key <= key::f12; ++key)
        if (same_letters(name, key_name(key))) return key;
    if (name.size() == 1 && name.front() > ' ' && name.front() < 127)
        return std::toupper(static_cast<unsigned char>(name.front()));
    return std::nullopt;
}

std::string key_label(int key, Modifiers modifiers) {
    std::string label;
    if (modifiers & modifier::control) label += "Ctrl+";
    if (modifiers & modifier::alt) label += "Alt+";
    if (modifiers & modifier::shift) label += "Shift+";
    return label + key_name(key);
}

}  // namespace mariani::app
