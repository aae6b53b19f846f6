#include "app/explore/keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
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
        {key::equal, none, command::ZoomBy{key_zoom}, "Zoom in"},
        {key::keypad_add, none, command::ZoomBy{key_zoom}, "Zoom in"},
        {key::minus, none, command::ZoomBy{1 / key_zoom}, "Zoom out"},
        {key::keypad_subtract, none, command::ZoomBy{1 / key_zoom}, "Zoom out"},
        {key::left, none, command::PanBy{-key_pan, 0}, "Move the view"},
        {key::right, none, command::PanBy{key_pan, 0}, "Move the view"},
        {key::up, none, command::PanBy{0, key_pan}, "Move the view"},
        {key::down, none, command::PanBy{0, -key_pan}, "Move the view"},
        {key::home, none, Action::home_view, "Show the whole set"},
        {'Z', control, Action::undo_view, "Back to the previous view"},
        {'Z', control | shift, Action::redo_view, "Forward again"},
        {'Y', control, Action::redo_view, "Forward again"},
        {'C', control, Action::copy_coordinates, "Copy the view's exact coordinates"},
        {'C', control | shift, Action::copy_picture, "Copy the picture"},
        {'V', control, Action::paste_coordinates, "Go to coordinates on the clipboard"},
        {key::escape, none, Action::stop_frame, "Stop the running frame, or close what is open"},
        {key::f1 + 4, none, Action::recompute_frame, "Compute the frame again"},
        {'G', none, Action::toggle_grid, "Show or hide the region grid, or Gasket's tiles"},
        {'P', none, Action::play_subdivision,
         "Play the subdivision level by level, a run's blocks, or the textbook's buffers"},
        {'O', none, Action::toggle_orbit, "Show or hide the orbit of the cursor's point"},
        {'J', none, Action::toggle_julia, "Show or hide the cursor's Julia set"},
        {'J', shift, Action::switch_set, "Open the cursor's Julia set, or go back"},
        {'M', none, Action::toggle_minimap, "Show or hide the map, or Gasket's compact cells"},
        {'C', none, Action::show_compared, "See the picture compared with, while held"},
        {'C', shift, Action::toggle_wiper, "Show or hide the wiper between both pictures"},
        {'N', none, Action::find_minibrot, "Zoom to the minibrot in the view"},
        {'L', none, Action::toggle_laboratory, "Show or hide the laboratory"},
        {key::f12, none, Action::screenshot, "Screenshot"},
        {key::tab, none, Action::toggle_panel, "Show or hide the panel"},
        {'1', none, Action::show_explore, "Show the panel: Explore, Regions or Measure"},
        {'2', none, Action::show_regions, "Show the panel: Explore, Regions or Measure"},
        {'3', none, Action::show_measure, "Show the panel: Explore, Regions or Measure"},
        {key::tab, control, Action::next_workload, "The next tab, or the one before"},
        {key::tab, control | shift, Action::previous_workload, "The next tab, or the one before"},
        {key::space, none, Action::play_pause,
         "Pause Life or a motion, or go on; cycle the colours"},
        {'.', none, Action::step_once, "A step of Life, or of a motion"},
        {key::f11, none, Action::toggle_full_screen, "Full screen"},
        {key::f1, none, Action::toggle_help, "This help"},
        {'T', none, Action::start_tour, "Take the tour"},
        {'Q', control, Action::quit, "Quit"},
    };
    return bindings;
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
        {"Wheel", "Zoom at the cursor"},
        {"Right button", "Glide in at the cursor while it is held"},
        {"Shift + right button", "Glide out"},
        {"Drag", "Move the view"},
        {"Shift + drag", "Zoom into a box"},
        {"Double click", "Centre there and zoom in"},
        {"Ctrl + drag", "Find a box's minibrot, or draw Gasket's cells"},
        {"Ctrl + right button", "Kill cells (tab Gasket)"},
        {"Move the mouse", "Lead the circle or the emitter (tab Points)"},
        {"Drop a file",
         "Play a recording, open a screenshot's view and settings, a location of Kalles Fraktaler "
         "(.kfr), rust-fractal or Fraktaler-3 (.toml), a palette, or pixels for points"},
    }};
    return gestures;
}

}  // namespace mariani::app
