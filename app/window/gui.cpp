#include "app/window/gui.hpp"

#include "app/explore/keys.hpp"
#include "app/measure/plots/imgui_memory.hpp"
#include "app/window/fonts.hpp"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <stdexcept>
#include <variant>

#include <GLFW/glfw3.h>
#include <imgui.h>

namespace mariani::app {
namespace {

// Tab leads from a field that is edited to the next. Else it is the window's: Dear ImGui would
// start to edit some field.
bool is_of_window(const input::Key& key) {
    return key.key == key::tab && key.pressed && !ImGui::IsAnyItemActive();
}

}  // namespace

Gui::Gui(NativeWindow& window) : window_(window) {
    check_imgui_memory();
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    if (!ImGui_ImplGlfw_InitForOpenGL(window.handle(), false) ||
        !ImGui_ImplOpenGL3_Init("#version 450"))
        throw std::runtime_error("the panel cannot be set up on this display's OpenGL");
}

Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void Gui::feed(const InputEvent& event) {
    GLFWwindow* handle = window_.handle();
    if (const auto* move = std::get_if<input::MouseMove>(&event)) {
        mouse_.x = move->x;
        mouse_.y = move->y;
    } else if (const auto* button = std::get_if<input::MouseButton>(&event)) {
        const auto which = static_cast<std::size_t>(button->button);
        mouse_.down[which] = button->pressed;
        mouse_.pressed[which] |= button->pressed;
    } else if (const auto* scroll = std::get_if<input::Scroll>(&event)) {
        ImGui_ImplGlfw_ScrollCallback(handle, scroll->x, scroll->y);
    } else if (const auto* character = std::get_if<input::Character>(&event)) {
        ImGui_ImplGlfw_CharCallback(handle, character->code);
    } else if (const auto* key = std::get_if<input::Key>(&event); key && !is_of_window(*key)) {
        ImGui_ImplGlfw_KeyCallback(handle, key->key, 0, key->pressed ? GLFW_PRESS : GLFW_RELEASE,
                                   key->modifiers);
#if IMGUI_VERSION_NUM < 18700
        // A recording may contain modifiers without their key presses.
        auto& io = ImGui::GetIO();
        io.KeyCtrl |= key->pressed && (key->modifiers & modifier::control);
        io.KeyShift |= key->pressed && (key->modifiers & modifier::shift);
        io.KeyAlt |= key->pressed && (key->modifiers & modifier::alt);
#endif
    }
}

void Gui::begin(float interface_scale) {
    set_scale(interface_scale);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    set_mouse();
    ImGui::NewFrame();
}

// The mouse is that of the input events, live or replayed, whatever the back end reports.
void Gui::set_mouse() {
    auto& io = ImGui::GetIO();
    const ImVec2 place(static_cast<float>(mouse_.x), static_cast<float>(mouse_.y));
#if IMGUI_VERSION_NUM < 18700
    io.MousePos = place;
    for (std::size_t i = 0; i < mouse_.down.size(); ++i)
        io.MouseDown[i] = mouse_.down[i] || mouse_.pressed[i];
#else
    io.AddMousePosEvent(place.x, place.y);
    for (std::size_t i = 0; i < mouse_.down.size(); ++i) {
        if (mouse_.pressed[i]) io.AddMouseButtonEvent(static_cast<int>(i), true);
        io.AddMouseButtonEvent(static_cast<int>(i), mouse_.down[i]);
    }
#endif
    mouse_.pressed = {};
}

void Gui::set_scale(float interface_scale) {
    const auto ratio = static_cast<float>(window_.pixel_ratio());
    const float pixels = static_cast<float>(window_.content_scale()) * interface_scale;
    if (pixels == pixels_per_unit_ && fonts_.scale == pixels / ratio) return;
    pixels_per_unit_ = pixels;
    fonts_ = load_fonts(pixels);
    fonts_.scale = pixels / ratio;
    ImGui::GetIO().FontDefault = fonts_.text;
    ImGui::GetIO().FontGlobalScale = 1 / ratio;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
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

}  // namespace mariani::app
