#include "app/explore/keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

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

// In picture heights.
constexpr double key_pan = 0.1;
constexpr double key_zoom = 0.7;

// The tasks.
constexpr std::string_view moving = "Move and zoom", changing = "Change and take back",
                           looking = "Look closer", window = "Window and panel",
                           copying = "Copy and save", files = "Files";

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

std::span<const KeyBinding> key_bindings() {
    using namespace modifier;
    static const std::vector<KeyBinding> bindings{
        {key::equal, none, command::ZoomBy{key_zoom}, moving, "Zoom in"},
        {key::keypad_add, none, command::ZoomBy{key_zoom}, moving, "Zoom in"},
        {key::minus, none, command::ZoomBy{1 / key_zoom}, moving, "Zoom out"},
        {key::keypad_subtract, none, command::ZoomBy{1 / key_zoom}, moving, "Zoom out"},
        {key::left, none, command::PanBy{-key_pan, 0}, moving, "Move the view"},
        {key::right, none, command::PanBy{key_pan, 0}, moving, "Move the view"},
        {key::up, none, command::PanBy{0, key_pan}, moving, "Move the view"},
        {key::down, none, command::PanBy{0, -key_pan}, moving, "Move the view"},
        {key::home, none, Action::home_view, moving},
        {'N', none, Action::find_minibrot, moving},
        {'J', shift, Action::switch_set, moving},
        {'Z', control, Action::undo_view, changing,
         "Take back the last change, of view or setting"},
        {'Z', control | shift, Action::redo_view, changing, "Redo what was taken back"},
        {'Y', control, Action::redo_view, changing, "Redo what was taken back"},
        {key::escape, none, Action::stop_frame, changing,
         "Stop, close a window or poster, or discard a rejected entry"},
        {key::f1 + 4, none, Action::recompute_frame, changing},
        {'G', none, Action::toggle_grid, looking},
        {'P', none, Action::play_subdivision, looking,
         "Play the subdivision level by level, a run's blocks, or the textbook's buffers"},
        {'O', none, Action::toggle_orbit, looking},
        {'J', none, Action::toggle_julia, looking},
        {'M', none, Action::toggle_minimap, looking},
        {'C', none, Action::show_compared, looking, "Hold to see the other picture"},
        {'C', shift, Action::toggle_wiper, looking},
        {key::space, none, Action::play_pause, looking},
        {'.', none, Action::step_once, looking},
        {'P', control, Action::toggle_search, window,
         "Search commands, fields, bookmarks; open a file by its path"},
        {key::f6, none, Action::move_keyboard, window},
        {key::f10, none, Action::toggle_panel, window},
        {'B', none, Action::toggle_timeline, window},
        {'L', none, Action::toggle_laboratory, window},
        {'1', none, Action::show_explore, window, "Show the panel: Explore, Regions or Measure"},
        {'2', none, Action::show_regions, window, "Show the panel: Explore, Regions or Measure"},
        {'3', none, Action::show_measure, window, "Show the panel: Explore, Regions or Measure"},
        {key::tab, control, Action::next_workload, window, "The next tab, or the one before"},
        {key::tab, control | shift, Action::previous_workload, window,
         "The next tab, or the one before"},
        {key::f11, none, Action::toggle_full_screen, window},
        {key::f1, none, Action::toggle_help, window, "This help"},
        {'T', none, Action::start_tour, window},
        {'Q', control, Action::quit, window},
        {key::f12, none, Action::screenshot, copying, "Screenshot"},
        {'C', control, Action::copy_coordinates, copying},
        {'V', control, Action::paste_coordinates, copying, "Go to coordinates on the clipboard"},
        {'C', control | shift, Action::copy_picture, copying},
        {'I', control, Action::copy_figures, copying, "Copy the figures beside the mouse"},
    };
    return bindings;
}

std::string keys_of(std::string_view label) {
    std::string keys;
    for (const KeyBinding& each : key_bindings())
        if (each.label == label)
            keys += (keys.empty() ? "" : " / ") + key_label(each.key, each.modifiers);
    return keys;
}

std::string keys_of(Action action) {
    std::string keys;
    for (const KeyBinding& each : key_bindings())
        if (is(each.command, action))
            keys += (keys.empty() ? "" : " / ") + key_label(each.key, each.modifiers);
    return keys;
}

std::optional<Command> bound_command(int key, Modifiers modifiers) {
    modifiers &= modifier::all;
    if (key == key::equal) modifiers &= ~modifier::shift;
    for (const auto& binding : key_bindings())
        if (binding.key == key && binding.modifiers == modifiers) return binding.command;
    return std::nullopt;
}

bool repeats(const Command& command) {
    return std::holds_alternative<command::ZoomBy>(command) ||
           std::holds_alternative<command::PanBy>(command) || is(command, Action::undo_view) ||
           is(command, Action::redo_view);
}

std::span<const MouseGesture> mouse_gestures() {
    static constexpr std::array<MouseGesture, 10> gestures{{
        {"Wheel", moving, "Zoom at the cursor"},
        {"Right button", moving, "Glide in at the cursor while held; with Shift out"},
        {"Drag", moving, "Move the view; with Shift zoom into a box"},
        {"Double click", moving, "Centre on the point and zoom in"},
        {"Ctrl + drag", moving, "Find the minibrot in a box, or draw Gasket's cells"},
        {"Ctrl + right button", changing, "Kill cells (in Gasket)"},
        {"Move the mouse", looking, "Move the circle or the emitter (in Points)"},
        {"Right click on a label, Menu key", changing,
         "Reset the setting to its default, or copy the value"},
        {"Tab, arrows, Enter, Space", window, "In the panel: reach and work every control"},
        {"Drop a file", files,
         "Play a recording; open a poster's folder, a screenshot's view and settings, a location "
         "of Kalles Fraktaler (.kfr), rust-fractal or Fraktaler-3 (.toml), or a palette; in "
         "Points, place the points in a picture's bright pixels"},
    }};
    return gestures;
}

}  // namespace mariani::app
