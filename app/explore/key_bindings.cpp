#include "app/explore/key_bindings.hpp"

#include <array>
#include <vector>

namespace mariani::app {
namespace {

// In picture heights.
constexpr double key_pan = 0.1;
constexpr double key_zoom = 0.7;

}  // namespace

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
        {key::home, none, command::HomeView{}, "Show the whole set"},
        {'Z', control, command::UndoView{}, "Back to the previous view"},
        {'Z', control | shift, command::RedoView{}, "Forward again"},
        {'Y', control, command::RedoView{}, "Forward again"},
        {'C', control, command::CopyCoordinates{}, "Copy the view's exact coordinates"},
        {'C', control | shift, command::CopyPicture{}, "Copy the picture"},
        {'V', control, command::PasteCoordinates{}, "Go to coordinates on the clipboard"},
        {key::escape, none, command::StopFrame{}, "Stop the running frame, or close what is open"},
        {key::f1 + 4, none, command::RecomputeFrame{}, "Compute the frame again"},
        {'G', none, command::ToggleGrid{}, "Show or hide the region grid, or Gasket's tiles"},
        {'P', none, command::PlaySubdivision{},
         "Play the subdivision level by level, a run's blocks, or the textbook's buffers"},
        {'O', none, command::ToggleOrbit{}, "Show or hide the orbit of the cursor's point"},
        {'J', none, command::ToggleJulia{}, "Show or hide the cursor's Julia set"},
        {'J', shift, command::SwitchSet{}, "Open the cursor's Julia set, or go back"},
        {'M', none, command::ToggleMinimap{}, "Show or hide the map, or Gasket's compact cells"},
        {'N', none, command::FindMinibrot{}, "Zoom to the minibrot in the view"},
        {'L', none, command::ToggleLaboratory{}, "Show or hide the laboratory"},
        {key::f12, none, command::Screenshot{}, "Screenshot"},
        {key::tab, none, command::TogglePanel{}, "Show or hide the panel"},
        {'1', none, command::ShowExplore{}, "Show the panel: Explore, Regions or Measure"},
        {'2', none, command::ShowRegions{}, "Show the panel: Explore, Regions or Measure"},
        {'3', none, command::ShowMeasure{}, "Show the panel: Explore, Regions or Measure"},
        {key::tab, control, command::NextWorkload{}, "The next tab, or the one before"},
        {key::tab, control | shift, command::PreviousWorkload{}, "The next tab, or the one before"},
        {key::space, none, command::PlayPause{}, "Pause Life or a motion, or go on"},
        {'.', none, command::StepOnce{}, "A step of Life, or of a motion"},
        {key::f11, none, command::ToggleFullScreen{}, "Full screen"},
        {key::f1, none, command::ToggleHelp{}, "This help"},
        {'T', none, command::StartTour{}, "Take the tour"},
        {'Q', control, command::Quit{}, "Quit"},
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
           std::holds_alternative<command::PanBy>(command) ||
           std::holds_alternative<command::UndoView>(command) ||
           std::holds_alternative<command::RedoView>(command);
}

std::span<const MouseGesture> mouse_gestures() {
    static constexpr std::array<MouseGesture, 11> gestures{{
        {"Wheel", "Zoom at the cursor"},
        {"Right button", "Glide in at the cursor while it is held"},
        {"Shift + right button", "Glide out"},
        {"Drag", "Move the view"},
        {"Shift + drag", "Zoom into a box"},
        {"Double click", "Centre there and zoom in"},
        {"Ctrl + drag", "Zoom to the minibrot in a box (tab Mandelbrot)"},
        {"Ctrl + drag", "Bring cells to life (tab Gasket)"},
        {"Ctrl + right button", "Kill cells (tab Gasket)"},
        {"Move the mouse", "Lead the circle or the emitter (tab Points)"},
        {"Drop a file",
         "Play a recording, open a screenshot's view and settings, a location of Kalles Fraktaler "
         "(.kfr) or rust-fractal (.toml), a palette, or pixels for points"},
    }};
    return gestures;
}

}  // namespace mariani::app
