// Panels on a stage: ImGui without a window, driven by mouse and keys, read by the glyphs it draws.
#pragma once

#include "app/panels/panels.hpp"

#include <cstdint>
#include <functional>
#include <implot.h>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace mariani::app {

// A run of glyphs drawn side by side. Blanks are not drawn, so texts are compared without them.
struct DrawnText {
    std::string text;
    ImVec2 from, to;
    ImU32 colour = 0;
    bool clipped = false;  // a glyph extends beyond the visible part of its window, left or right
    ImVec2 middle() const { return {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)}; }
};

// Something drawn in one piece that is not text: a rectangle, a circle, a line of any number of
// points, an image.
struct DrawnShape {
    ImVec2 from, to;              // the bounding box
    ImU32 colour = 0, right = 0;  // of its first corner and of its rightmost
    std::uintptr_t texture = 0;   // for an image
    float width() const { return to.x - from.x; }
    float height() const { return to.y - from.y; }
    ImVec2 middle() const { return {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)}; }
};

std::string without_blanks(std::string_view text);

class Stage {
  public:
    static constexpr ImTextureID atlas_texture = ~ImTextureID{0};

    explicit Stage(ImVec2 size = {1280, 800}, float scale = 1);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    Settings settings;
    Observations seen;
    CommandQueue commands;
    PanelState state;
    // Draws each frame; initially the side panel.
    std::function<void(const PanelContext&)> scene;
    void show(void (*panel)(const PanelContext&), float width = 470);
    // The sections of the side panel that are of this part.
    void open(PanelPart part);
    // The details of all sections, and of a panel that is shown alone.
    void unfold_details();

    void frame();
    void frames(int count);

    // Like a user: at the centre of the first text that reads like this.
    void click(std::string_view text);
    void click(ImVec2 at);
    // On the cross that closes something.
    void click_cross();
    // In the menu at the head of the side panel.
    void choose_workload(std::string_view label);
    void hover(ImVec2 at);
    void drag(ImVec2 from, ImVec2 to, ImGuiKey held = ImGuiKey_None);
    void double_click(ImVec2 at);
    void press(ImGuiKey key);
    void wheel(ImVec2 at, float turn, ImGuiKey held = ImGuiKey_None);  // up is positive
    void type(std::string_view characters);
    // Replaces the text of the field on this label's line, and presses Enter.
    void enter(std::string_view label, std::string_view characters);
    void edit(std::string_view label, std::string_view characters);  // without leaving it

    // In the last frame.
    bool reads(std::string_view text) const;  // anywhere, in this order; blanks are ignored
    std::vector<DrawnText> texts() const;
    std::optional<DrawnText> find(std::string_view text) const;
    // The first text to the right of the label on its line.
    std::optional<DrawnText> value_of(std::string_view label) const;
    // All texts right of it on its line.
    std::vector<DrawnText> right_of(std::string_view label) const;
    // The texts to the right of the label on its line, from left to right.
    std::vector<std::string> line_of(std::string_view label) const;
    // The text in this label's line below the heading of a right-aligned column; empty if there is
    // none.
    std::string cell(std::string_view label, std::string_view head) const;
    // The text in the line above or below the label that is left-aligned with it.
    std::string above(std::string_view label) const;
    std::string below(std::string_view label) const;
    std::vector<DrawnShape> shapes() const;                      // in drawing order
    std::vector<DrawnShape> shapes(const ImVec4& colour) const;  // starting with this colour
    std::vector<DrawnShape> images() const;
    // The position of a fraction of the one plot's height, 0 at its bottom, by its grid lines.
    float in_plot(double part) const;

    PanelContext context();
    const Fonts& fonts() const { return fonts_; }

  private:
    void take_palette();
    std::string beside(std::string_view label, float direction) const;
    void set_key(ImGuiKey key, bool down);
    void set_mouse(ImVec2 at, bool down);

    ImGuiContext* imgui_;
    ImPlotContext* implot_;
    Fonts fonts_;
};

// Folds these sections of the side panel.
inline void fold(Stage& stage, std::initializer_list<const char*> sections) {
    for (const char* section : sections) stage.settings.sections[section] = false;
}

}  // namespace mariani::app
