// Dear ImGui on the window: its context, its fonts at the display's scale, its share of the input.
#pragma once

#include "app/explore/input_event.hpp"
#include "app/panels/panels.hpp"
#include "app/window/native_window.hpp"

#include <optional>

namespace mariani::app {

class Gui {
  public:
    explicit Gui(NativeWindow& window);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    void feed(const InputEvent& event);  // before begin()
    // Begins an ImGui frame; the style is made anew if a scale has changed. Of a button or a key
    // that was pressed and released since the last frame, the release is left for the next one.
    void begin(float interface_scale);
    void end();  // draws it

    const Fonts& fonts() const { return fonts_; }
    bool has_input() const;  // that is left for the next frame
    // As of the last begin().
    bool wants_mouse() const;
    bool wants_keyboard() const;
    bool caret_blinks() const;
    // Seconds until the item under the mouse is to be explained; nothing if none is, or it is
    // already.
    std::optional<double> hint_in() const;

  private:
    void set_scale(float interface_scale);
    static void give_keys_to_dropdown();

    NativeWindow& window_;
    Fonts fonts_;
    float pixels_per_unit_ = 0;
};

}  // namespace mariani::app
