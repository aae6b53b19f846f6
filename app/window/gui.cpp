#include "app/window/gui.hpp"

#include "app/explore/keys.hpp"
#include "app/panels/command_search.hpp"
#include "app/panels/imgui_memory.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab.hpp"
#include "app/window/recorders.hpp"
#include "render/files/regular_file.hpp"

#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <implot.h>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include <GLFW/glfw3.h>
#include <fmt/core.h>
#include <glm/common.hpp>
#include <imgui.h>
#include <imgui_internal.h>

// In the back end, but not in its header.
ImGuiKey ImGui_ImplGlfw_KeyToImGuiKey(int keycode, int scancode);

namespace mariani::app {
namespace {

constexpr const char* font_folder = "/usr/share/fonts/";

constexpr std::int64_t max_font_bytes = 32 << 20;

// The font is loaded into memory that the atlas frees.
ImFont* add_file(const std::string& path, const ImFontConfig& config) {
    const std::string font = render::read_whole_file(path, max_font_bytes);
    void* owned = ImGui::MemAlloc(font.size());
    std::memcpy(owned, font.data(), font.size());
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(owned, static_cast<int>(font.size()), 0,
                                                      &config);
}

// Inter's figures differ in width: these are as wide as its widest, so that columns line up.
ImFont* add_inter(const std::string& path, ImFontConfig config) {
    constexpr std::array<ImWchar, 3> figures{'0', '9', 0};
    config.SizePixels = 16;
    config.GlyphExcludeRanges = figures.data();
    ImFont* font = add_file(path, config);
    config.GlyphExcludeRanges = nullptr;
    config.MergeMode = true;
    config.GlyphMinAdvanceX = config.GlyphMaxAdvanceX = 0.53f * config.SizePixels;
    add_file(path, config);
    return font;
}

ImFont* add_font(std::initializer_list<const char*> files, bool merge = false) {
    for (const char* file : files) {
        ImFontConfig config;
        config.PixelSnapH = true;
        config.MergeMode = merge;
        const std::string path = std::string(font_folder) + file;
        try {
            return path.find("/Inter-") == path.npos ? add_file(path, config)
                                                     : add_inter(path, config);
        } catch (const std::runtime_error&) {
            continue;  // not installed
        }
    }
    return nullptr;
}

ImFont* add_family(std::initializer_list<const char*> files) {
    ImFont* font = add_font(files);
    if (!font) return ImGui::GetIO().Fonts->AddFontDefaultVector();
    // Glyphs that the font itself lacks.
    add_font({"truetype/dejavu/DejaVuSans.ttf"}, true);
    return font;
}

// The panels' fonts, from the system's font folders. Adds the fonts to the current ImGui context:
// Inter and JetBrains Mono, else what is installed, else ImGui's built-in one. Glyphs are drawn
// when they are needed, at the size they are shown in.
Fonts load_fonts() {
    Fonts fonts;
    fonts.text =
        add_family({"opentype/inter/Inter-Regular.otf", "truetype/inter/Inter-Regular.ttf",
                    "truetype/noto/NotoSans-Regular.ttf", "truetype/dejavu/DejaVuSans.ttf"});
    fonts.title =
        add_family({"opentype/inter/Inter-SemiBold.otf", "truetype/inter/Inter-SemiBold.ttf",
                    "truetype/noto/NotoSans-SemiBold.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf"});
    fonts.mono = add_family({"truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
                             "truetype/noto/NotoSansMono-Regular.ttf",
                             "truetype/dejavu/DejaVuSansMono.ttf"});
    return fonts;
}

bool leads_through_controls() {
    return (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
}

bool has_all_keys() {
    return ImGui::IsAnyItemActive() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

// Tab leads from a field that is edited to the next, to the search field of the help, and from
// control to control where these have the keyboard. Else Dear ImGui would start to edit some field.
bool is_of_window(const input::Key& key) {
    const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
    const bool in_help = focused != nullptr && focused == ImGui::FindWindowByName("Help");
    return key.key == key::tab && key.pressed && !ImGui::IsAnyItemActive() && !in_help &&
           !leads_through_controls();
}

// Leads from control to control, or works one.
bool is_of_controls(const input::Key& key) {
    if (key.modifiers & (modifier::control | modifier::alt)) return false;
    constexpr std::array keys{key::tab,  key::space, key::enter,   key::keypad_enter,
                              key::left, key::right, key::up,      key::down,
                              key::home, key::end,   key::page_up, key::page_down};
    return std::ranges::find(keys, key.key) != keys.end();
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

void draw_box(const std::array<PixelPoint, 2>& corners, float scale) {
    const auto on_screen = [](glm::vec2 at) { return ImVec2(at.x, at.y); };
    const ImVec2 from = on_screen(glm::min(corners[0], corners[1]));
    const ImVec2 to = on_screen(glm::max(corners[0], corners[1]));
    const float width = std::max(1.0f, 1.5f * scale);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled(from, to, tone::packed(tone::with_alpha(tone::brightest, 0.11f)));
    list.AddRect(from, to, tone::packed(tone::edge), 0, 3 * width);
    list.AddRect(from, to, tone::packed(tone::brightest), 0, width);
}

// Says it once when the window becomes too small for all that a panel shows.
void note_room(WindowState& state, float scale, ImageSize window) {
    const auto least = [&](int units) {
        return static_cast<int>(std::ceil(scale * static_cast<float>(units)));
    };
    const ImageSize needed{least(640), least(480)};
    const bool has_columns = state.seen.layout.status > 0;
    const bool fits = window.width >= needed.width && window.height >= needed.height;
    if (std::exchange(state.has_room, fits || !has_columns) && !state.has_room)
        state.notify(Message::Kind::warning,
                     fmt::format("This window is too small to show everything: it needs {} x {} "
                                 "pixels, or a smaller interface.",
                                 needed.width, needed.height));
}

// The same picture smaller and in the middle, above what begins at `bottom`.
render::Viewport shrunk(const render::Viewport& whole, int bottom) {
    const int height = whole.y + whole.height - bottom;
    if (height <= 0 || height >= whole.height) return whole;
    const double share = static_cast<double>(height) / whole.height;
    const int width = std::max(static_cast<int>(std::lround(share * whole.width)), 1);
    return {whole.x + (whole.width - width) / 2, bottom, width, height};
}

// Sizes the picture. A timeline below it takes of its height, but not while the frame on screen is
// replayed: as a frame of another size would be computed, that one is drawn smaller.
void place_picture(WindowState& state, const NativeWindow& window) {
    const ImageSize framebuffer = window.framebuffer();
    const double ratio = window.pixel_ratio();
    const auto pixels = [&](float length, int most) {
        return std::clamp(static_cast<int>(std::lround(length * ratio)), 0, most);
    };
    WindowLayout& layout = state.seen.layout;
    const auto& [left, width] = layout.picture;
    const int from = pixels(left, framebuffer.width), to = pixels(left + width, framebuffer.width);
    const bool replayed =
        !state.settings.timeline_shown && state.settings.workload == Workload::mandelbrot;
    const int below = pixels(layout.status + layout.timeline, framebuffer.height);
    const int bottom = replayed ? pixels(layout.status, framebuffer.height) : below;
    state.viewport = {from, bottom, to - from, framebuffer.height - bottom};
    state.seen.picture = render::size_of(state.viewport);
    if (replayed && !state.picture_wanted()) state.viewport = shrunk(state.viewport, below);
    layout.drawn = {static_cast<float>(state.viewport.x / ratio),
                    static_cast<float>(state.viewport.width / ratio)};
}

}  // namespace

Gui::Gui(NativeWindow& window) : window_(window) {
    secure_imgui_memory();
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImPlot::CreateContext();
    auto& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.ConfigNavEscapeClearFocusItem = false;
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

void Gui::begin(float interface_scale, const KeyboardPlace& keyboard) {
    set_scale(interface_scale);
    give_keys(keyboard);
    typing_ = has_all_keys();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

// Arrows, Enter and Esc are for an open dropdown, and for the panel that has the keyboard; else
// they are the picture's.
void Gui::give_keys(const KeyboardPlace& keyboard) {
    auto& flags = ImGui::GetIO().ConfigFlags;
    if (keyboard.at != KeyboardPlace::picture || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
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
    check_imgui_memory();
}

bool Gui::wants_mouse() const {
    return ImGui::GetIO().WantCaptureMouse;
}

bool Gui::wants_key(const input::Key& key) const {
    const bool function_key = key.key >= key::f1 && key.key <= key::f12;
    if (!ImGui::GetIO().WantCaptureKeyboard || function_key) return false;
    return typing_ || has_all_keys() || is_of_controls(key);
}

bool Gui::holds() const {
    return ImGui::IsAnyMouseDown() || (ImGui::IsAnyItemActive() && !ImGui::GetIO().WantTextInput);
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

void lay_out(WindowState& state, const Fonts& fonts, const NativeWindow& window) {
    // The laboratory is the Mandelbrot set's.
    const bool laboratory =
        state.seen.laboratory_shown && state.settings.workload == Workload::mandelbrot;
    state.seen.layout =
        window_layout(state.settings, laboratory, fonts, static_cast<float>(window.size().width));
    if (timeline_is_shown(state))
        state.seen.layout.timeline =
            timeline_height(state.settings, fonts, static_cast<float>(window.size().height));
    note_room(state, fonts.scale, window.size());
    place_picture(state, window);
    auto& keyboard = state.panels.keyboard;
    const auto& layout = state.seen.layout;
    if ((keyboard.at == KeyboardPlace::panel && layout.panel.width <= 0) ||
        (keyboard.at == KeyboardPlace::laboratory && layout.laboratory.width <= 0))
        keyboard = {KeyboardPlace::picture, true};
}

void draw_panels(WindowState& state, const Fonts& fonts,
                 const std::optional<std::array<PixelPoint, 2>>& box) {
    const PanelContext context{state.settings, state.seen,   state.commands,
                               fonts,          state.panels, state.tabs};
    const auto draw = [&](const char* name, bool shown, void (*panel)(const PanelContext&)) {
        if (shown) state.note_failure(name, failure_of_drawing([&] { panel(context); }));
    };
    if (box) draw_box(*box, fonts.scale);
    if (state.panels.keyboard == KeyboardPlace{KeyboardPlace::picture, true}) {
        ImGui::SetWindowFocus(nullptr);
        state.panels.keyboard = {};
    }
    state.panels.pointed_figures.clear();
    const bool mandelbrot = state.settings.workload == Workload::mandelbrot;
    const auto marks = shown_tab(context).marks;
    draw("texts", true, picture_texts);
    draw("marks", marks && (mandelbrot || state.seen.tab), marks);
    draw("cells", mandelbrot && state.seen.poster.has_value(), poster_cells);
    draw("panel", true, side_panel);
    draw("status bar", true, status_bar);
    draw("insets", true, insets);
    draw("legend", true, picture_legend);
    draw("status", true, status_overlay);
    draw("region", mandelbrot && state.seen.hovered_region.has_value(), region_tooltip);
    draw("timeline", true, timeline_panel);
    draw("timeline's region", mandelbrot, timeline_mark);
    draw("laboratory", mandelbrot && state.seen.laboratory_shown, laboratory_window);
    draw("race film", mandelbrot && state.panels.film.is_open(), race_watch);
    draw("help", state.seen.help_shown, help_window);
    draw("search", state.seen.search_shown, command_search);
}

}  // namespace mariani::app
