// Panels on a stage: ImGui without a window, driven by mouse and keys, read by the glyphs it draws.
#pragma once

#include "app/panels/panels.hpp"

#include <cstdint>
#include <functional>
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
    bool clipped = false;  // a glyph sticks out of what is drawn of its window, left or right
    ImVec2 middle() const { return {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)}; }
};

// What was drawn in one piece and is no text: a rectangle, a circle, a line of any number of
// points, an image.
struct DrawnShape {
    ImVec2 from, to;              // around it
    ImU32 colour = 0, right = 0;  // of its first corner and of its rightmost
    std::uintptr_t texture = 0;   // of an image
    float width() const { return to.x - from.x; }
    float height() const { return to.y - from.y; }
    ImVec2 middle() const { return {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)}; }
};

std::string without_blanks(std::string_view text);

class Stage {
  public:
    explicit Stage(ImVec2 size = {1280, 800}, float scale = 1);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    Settings settings;
    Observations seen;
    CommandQueue commands;
    PanelState state;
    // What is drawn each frame; to begin with the side panel.
    std::function<void(const PanelContext&)> scene;
    void show(void (*panel)(const PanelContext&), float width = 470);

    void frame();
    void frames(int count);

    // As a user: at the middle of the first text that reads like this.
    void click(std::string_view text);
    void click(ImVec2 at);
    void hover(ImVec2 at);
    void drag(ImVec2 from, ImVec2 to);
    void press(ImGuiKey key);
    void type(std::string_view characters);
    // Replaces the text of the field on the line of this label, and leaves it with Enter.
    void enter(std::string_view label, std::string_view characters);
    void edit(std::string_view label, std::string_view characters);  // without leaving it

    // Of the last frame.
    bool reads(std::string_view text) const;  // somewhere, in this order; blanks do not count
    std::vector<DrawnText> texts() const;
    std::optional<DrawnText> find(std::string_view text) const;
    // The first text right of the label on its line.
    std::optional<DrawnText> value_of(std::string_view label) const;
    // What stands right of the label on its line, from left to right.
    std::vector<std::string> line_of(std::string_view label) const;
    // What stands in the line of this label below the head of a column that is set flush right;
    // empty where nothing does.
    std::string cell(std::string_view label, std::string_view head) const;
    // What stands in the lines next above and next below the label and begins where it does.
    std::string above(std::string_view label) const;
    std::string below(std::string_view label) const;
    std::vector<DrawnShape> shapes() const;                      // as they were drawn
    std::vector<DrawnShape> shapes(const ImVec4& colour) const;  // that begin in this colour
    std::vector<DrawnShape> images() const;
    // Where a part of the height of the one plot lies, 0 at its bottom, by its grid lines.
    float in_plot(double part) const;

    PanelContext context();
    const Fonts& fonts() const { return fonts_; }

  private:
    std::vector<DrawnText> right_of(std::string_view label) const;
    std::string beside(std::string_view label, float direction) const;
    void set_key(ImGuiKey key, bool down);
    void set_mouse(ImVec2 at, bool down);

    ImGuiContext* imgui_;
    Fonts fonts_;
};

}  // namespace mariani::app
