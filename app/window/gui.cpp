#include "app/window/gui.hpp"

#include "app/explore/keys.hpp"
#include "app/measure/plots/imgui_memory.hpp"
#include "app/window/fonts.hpp"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <cfloat>
#include <cmath>
#include <implot.h>
#include <stdexcept>
#include <variant>

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>

// In the back end, but not in its header.
ImGuiKey ImGui_ImplGlfw_KeyToImGuiKey(int keycode, int scancode);

namespace mariani::app {
namespace {

// Tab leads from a field that is edited to the next. Else it is the window's: Dear ImGui would
// start to edit some field.
bool is_of_window(const input::Key& key) {
    return key.key == key::tab && key.pressed && !ImGui::IsAnyItemActive();
}

// A recording may contain modifiers without their key presses. GLFW leaves out the modifier that is
// being pressed, and still names the one that is being released.
void add_modifiers(const input::Key& key) {
    const Modifiers own = modifier_of(key.key);
    const Modifiers held = key.pressed ? key.modifiers | own : key.modifiers & ~own;
    auto& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, (held & modifier::control) != 0);
    io.AddKeyEvent(ImGuiMod_Shift, (held & modifier::shift) != 0);
    io.AddKeyEvent(ImGuiMod_Alt, (held & modifier::alt) != 0);
}

}  // namespace

Gui::Gui(NativeWindow& window) : window_(window) {
    check_imgui_memory();
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImPlot::CreateContext();
    auto& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    // Ctrl+Tab would list the windows.
    ImGui::GetCurrentContext()->ConfigNavWindowingKeyNext = ImGuiKey_None;
    ImGui::GetCurrentContext()->ConfigNavWindowingKeyPrev = ImGuiKey_None;
    if (!ImGui_ImplGlfw_InitForOpenGL(window.handle(), false) ||
        !ImGui_ImplOpenGL3_Init("#version 450"))
        throw std::runtime_error("the panel cannot be set up on this display's OpenGL");
    // The mouse is that of the input events, live or replayed: inside, for the back end, so that it
    // does not look for it itself.
    ImGui_ImplGlfw_CursorEnterCallback(window.handle(), GLFW_TRUE);
    io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    fonts_ = load_fonts();
    io.FontDefault = fonts_.text;
}

Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
}

void Gui::feed(const InputEvent& event) {
    auto& io = ImGui::GetIO();
    if (const auto* move = std::get_if<input::MouseMove>(&event)) {
        io.AddMousePosEvent(static_cast<float>(move->x), static_cast<float>(move->y));
    } else if (const auto* button = std::get_if<input::MouseButton>(&event)) {
        io.AddMouseButtonEvent(static_cast<int>(button->button), button->pressed);
    } else if (const auto* scroll = std::get_if<input::Scroll>(&event)) {
        io.AddMouseWheelEvent(static_cast<float>(scroll->x), static_cast<float>(scroll->y));
    } else if (const auto* character = std::get_if<input::Character>(&event)) {
        io.AddInputCharacter(character->code);
    } else if (const auto* key = std::get_if<input::Key>(&event); key && !is_of_window(*key)) {
        add_modifiers(*key);
        io.AddKeyEvent(ImGui_ImplGlfw_KeyToImGuiKey(key->key, 0), key->pressed);
    }
}

void Gui::begin(float interface_scale) {
    set_scale(interface_scale);
    give_keys_to_dropdown();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

// Arrows, Enter and Esc are for an open dropdown; else they are the picture's.
void Gui::give_keys_to_dropdown() {
    auto& flags = ImGui::GetIO().ConfigFlags;
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
        flags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        flags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

bool Gui::has_input() const {
    return !ImGui::GetCurrentContext()->InputEventsQueue.empty();
}

void Gui::set_scale(float interface_scale) {
    const auto ratio = static_cast<float>(window_.pixel_ratio());
    const float pixels = static_cast<float>(window_.content_scale()) * interface_scale;
    if (pixels == pixels_per_unit_ && fonts_.scale == pixels / ratio) return;
    constexpr Fonts unscaled;
    pixels_per_unit_ = pixels;
    fonts_.scale = pixels / ratio;
    fonts_.text_size = std::round(unscaled.text_size * pixels) / ratio;
    fonts_.mono_size = std::round(unscaled.mono_size * pixels) / ratio;
    apply_style(fonts_);
}

void Gui::end() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Gui::wants_mouse() const {
    return ImGui::GetIO().WantCaptureMouse;
}

bool Gui::wants_keyboard() const {
    return ImGui::GetIO().WantCaptureKeyboard;
}

bool Gui::caret_blinks() const {
    return ImGui::GetIO().WantTextInput;
}

std::optional<double> Gui::hint_in() const {
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    const float left = imgui.Style.HoverDelayNormal - imgui.HoverItemDelayTimer;
    if (imgui.HoverItemDelayId == 0 || left <= 0) return std::nullopt;
    return left;
}

}  // namespace mariani::app
