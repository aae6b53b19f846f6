#include "tests/panels/stage.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"
#include "app/start/tabs.hpp"
#include "render/picture/palette_stops.hpp"
#include "tests/panels/glyphs.hpp"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

ImFont* load_font(std::initializer_list<const char*> files) {
    auto& atlas = *ImGui::GetIO().Fonts;
    for (const char* file : files)
        if (std::filesystem::exists(file)) return atlas.AddFontFromFileTTF(file);
    return atlas.AddFontDefaultVector();
}

// What a renderer would do, where there is none: say that it has each texture as ImGui wants it.
void keep_textures(const ImDrawData& drawn) {
    for (ImTextureData* texture : *drawn.Textures) {
        if (texture->Status == ImTextureStatus_OK) continue;
        if (texture->Status == ImTextureStatus_WantCreate) texture->SetTexID(Stage::atlas_texture);
        texture->SetStatus(texture->Status == ImTextureStatus_WantDestroy
                               ? ImTextureStatus_Destroyed
                               : ImTextureStatus_OK);
    }
}

}  // namespace

std::string without_blanks(std::string_view text) {
    std::string kept;
    std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
                 [](char c) { return c != ' ' && c != '\n'; });
    return kept;
}

Stage::Stage(ImVec2 size, float scale)
    : imgui_(ImGui::CreateContext()), implot_(ImPlot::CreateContext()) {
    ImGui::SetCurrentContext(imgui_);
    ImPlot::SetCurrentContext(implot_);
    auto& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = size;
    io.DeltaTime = 1.0f / 60;
    io.ConfigInputTextCursorBlink = false;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    fonts_.scale = scale;
    fonts_.text = load_font({"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                             "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"});
    fonts_.mono = load_font({"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
                             "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"});
    fonts_.text_size *= scale;
    fonts_.mono_size *= scale;
    apply_style(fonts_);
    scene = side_panel;
    seen.hardware.cuda_unavailable = "there is no GPU";
}

Stage::~Stage() {
    ImPlot::DestroyContext(implot_);
    ImGui::DestroyContext(imgui_);
}

void Stage::show(void (*panel)(const PanelContext&), float width) {
    scene = [panel, width](const PanelContext& context) {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({width * context.fonts.scale, ImGui::GetIO().DisplaySize.y});
        ImGui::Begin("stage", nullptr, ImGuiWindowFlags_NoDecoration);
        panel(context);
        ImGui::End();
    };
}

void Stage::open(PanelPart part) {
    settings.panel_part = part;
    frames(2);
}

void Stage::unfold_details() {
    settings.sections[details_of("")] = true;
    for (const Tab* tab : all_tabs())
        for (const Section& section : tab->sections)
            settings.sections[details_of(section.name)] = true;
}

PanelContext Stage::context() {
    return {settings, seen, commands, fonts_, state, all_tabs()};
}

// As the window does each turn.
void Stage::take_palette() {
    const std::string& name = settings.colouring.palette;
    const auto listed = std::ranges::find(seen.palettes, name, &PaletteView::name);
    if (listed != seen.palettes.end())
        seen.palette = *listed;
    else if (render::names_stops(name))
        seen.palette = {name, render::palette_of_stops(render::parse_stops(name)).colours, name};
    else
        seen.palette = {name, {{0, 0, 0}, {255, 255, 255}}};
}

void Stage::frame() {
    take_palette();
    ImGui::SetCurrentContext(imgui_);
    ImPlot::SetCurrentContext(implot_);
    ImGui::NewFrame();
    seen.layout =
        window_layout(settings, seen.laboratory_shown, fonts_, ImGui::GetIO().DisplaySize.x);
    scene(context());
    ImGui::Render();
    if (!ImGui::GetIO().BackendRendererUserData) keep_textures(*ImGui::GetDrawData());
}

void Stage::frames(int count) {
    for (int i = 0; i < count; ++i) frame();
}

void Stage::set_mouse(ImVec2 at, bool down) {
    auto& io = ImGui::GetIO();
    io.AddMousePosEvent(at.x, at.y);
    io.AddMouseButtonEvent(0, down);
}

void Stage::set_key(ImGuiKey key, bool down) {
    ImGui::GetIO().AddKeyEvent(key, down);
}

void Stage::hover(ImVec2 at) {
    set_mouse(at, false);
    frames(2);
}

void Stage::click(ImVec2 at) {
    hover(at);
    set_mouse(at, true);
    frames(2);
    set_mouse(at, false);
    frames(2);
}

void Stage::drag(ImVec2 from, ImVec2 to, ImGuiKey held) {
    hover(from);
    if (held != ImGuiKey_None) set_key(held, true);
    set_mouse(from, true);
    frames(2);
    set_mouse(to, true);
    frames(2);
    set_mouse(to, false);
    frames(2);
    if (held != ImGuiKey_None) set_key(held, false);
}

void Stage::click(std::string_view text) {
    frame();
    const auto found = find(text);
    ASSERT_TRUE(found) << "nothing reads \"" << text << "\"";
    click(found->middle());
}

void Stage::click_cross() {
    frame();
    const auto lines = shapes(tone::text);
    const auto crosses = [](const DrawnShape& one, const DrawnShape& other) {
        const auto near = [](float a, float b) { return std::abs(a - b) < 0.5f; };
        return near(one.from.x, other.from.x) && near(one.to.y, other.to.y) &&
               near(one.width(), one.height()) && near(other.width(), one.width()) &&
               one.width() > 3;
    };
    const auto found = std::ranges::adjacent_find(lines, crosses);
    ASSERT_NE(found, lines.end()) << "there is no cross";
    click(found->middle());
}

void Stage::choose_workload(std::string_view label) {
    click(shown_tab(context()).label);
    click(label);
    frames(2);
}

void Stage::double_click(ImVec2 at) {
    click(at);
    click(at);
}

void Stage::wheel(ImVec2 at, float turn, ImGuiKey held) {
    hover(at);
    if (held != ImGuiKey_None) set_key(held, true);
    frames(2);
    ImGui::GetIO().AddMouseWheelEvent(0, turn);
    frames(2);
    if (held != ImGuiKey_None) set_key(held, false);
    frames(2);
}

void Stage::press(ImGuiKey key) {
    set_key(key, true);
    frames(2);
    set_key(key, false);
    frames(2);
}

void Stage::type(std::string_view characters) {
    while (!characters.empty()) {  // of UTF-8, whose later bytes begin with the bits 10
        std::size_t size = 1;
        while (size < characters.size() && (characters[size] & 0xC0) == 0x80) ++size;
        ImGui::GetIO().AddInputCharactersUTF8(std::string(characters.substr(0, size)).c_str());
        characters.remove_prefix(size);
        frame();
    }
    frame();
}

void Stage::edit(std::string_view label, std::string_view characters) {
    frame();
    const auto value = value_of(label);
    ASSERT_TRUE(value) << "no field right of \"" << label << "\"";
    click(value->middle());
    if (characters.empty()) press(ImGuiKey_Delete);
    type(characters);
}

void Stage::enter(std::string_view label, std::string_view characters) {
    edit(label, characters);
    press(ImGuiKey_Enter);
}

std::vector<DrawnText> Stage::texts() const {
    return read_texts(*ImGui::GetDrawData());
}

bool Stage::reads(std::string_view text) const {
    std::string all;
    for (const auto& run : texts()) all += run.text;
    return all.find(without_blanks(text)) != std::string::npos;
}

std::optional<DrawnText> Stage::find(std::string_view text) const {
    const auto wanted = without_blanks(text);
    for (const auto& run : texts())
        if (run.text == wanted) return run;
    return std::nullopt;
}

std::vector<DrawnText> Stage::right_of(std::string_view label) const {
    const auto named = find(label);
    if (!named) return {};
    auto all = texts();
    std::erase_if(all, [&](const DrawnText& run) {
        return run.from.x <= named->to.x ||
               std::abs(run.middle().y - named->middle().y) >= 8 * fonts_.scale;
    });
    std::ranges::stable_sort(all, {}, [](const DrawnText& run) { return run.from.x; });
    return all;
}

std::optional<DrawnText> Stage::value_of(std::string_view label) const {
    const auto all = right_of(label);
    return all.empty() ? std::nullopt : std::optional(all.front());
}

std::vector<std::string> Stage::line_of(std::string_view label) const {
    std::vector<std::string> line;
    for (const auto& run : right_of(label)) line.push_back(run.text);
    return line;
}

std::string Stage::cell(std::string_view label, std::string_view head) const {
    const auto all = texts();
    const auto headed = [&](const DrawnText& run) {
        return std::ranges::any_of(all, [&](const DrawnText& other) {
            return other.text == without_blanks(head) && other.to.y < run.from.y &&
                   std::abs(run.to.x - other.to.x) < 4 * fonts_.scale;
        });
    };
    const auto line = right_of(label);
    const auto found = std::ranges::find_if(line, headed);
    return found == line.end() ? "" : found->text;
}

// The nearest text in this direction that is left-aligned with the label.
std::string Stage::beside(std::string_view label, float direction) const {
    const auto named = find(label);
    std::string nearest;
    float min_away = 40 * fonts_.scale;
    for (const auto& run : texts()) {
        const float away = named ? direction * (run.middle().y - named->middle().y) : 0;
        if (away <= 8 * fonts_.scale || away >= min_away) continue;
        if (std::abs(run.from.x - named->from.x) > 4 * fonts_.scale) continue;
        nearest = run.text;
        min_away = away;
    }
    return nearest;
}

std::string Stage::above(std::string_view label) const {
    return beside(label, -1);
}

std::string Stage::below(std::string_view label) const {
    return beside(label, 1);
}

std::vector<DrawnShape> Stage::shapes() const {
    return read_shapes(*ImGui::GetDrawData());
}

std::vector<DrawnShape> Stage::shapes(const ImVec4& colour) const {
    auto all = shapes();
    const ImU32 wanted = ImGui::ColorConvertFloat4ToU32(colour);
    std::erase_if(all, [&](const DrawnShape& shape) { return shape.colour != wanted; });
    return all;
}

float Stage::in_plot(double part) const {
    const auto lines = shapes(ImPlot::GetStyle().Colors[ImPlotCol_AxisGrid]);
    if (lines.size() != 3) return -1;  // from 0 up
    const float height = lines[0].middle().y - lines[2].middle().y;
    return lines[0].middle().y - height * static_cast<float>(part);
}

std::vector<DrawnShape> Stage::images() const {
    auto all = shapes();
    std::erase_if(all, [](const DrawnShape& shape) { return shape.texture == 0; });
    return all;
}

}  // namespace mariani::app
