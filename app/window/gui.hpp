// Dear ImGui on the window: its context, its fonts at the display's scale, its share of the input,
// and everything that it draws over the picture: panels, messages, windows and the zoom box.
#pragma once

#include "app/explore/input_event.hpp"
#include "app/explore/view_navigation.hpp"
#include "app/panels/panels.hpp"
#include "app/window/native_window.hpp"
#include "app/window/window_state.hpp"

#include <array>
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
    void begin(float interface_scale, const KeyboardPlace& keyboard);
    void end();  // draws it; afterwards throws std::bad_alloc if memory ran out for ImGui

    const Fonts& fonts() const { return fonts_; }
    bool has_input() const;  // that is left for the next frame
    // As of the last begin().
    bool wants_mouse() const;
    // The panel that has the keyboard wants the keys that lead from control to control; a field or
    // a dropdown wants all but F1 to F12.
    bool wants_key(const input::Key& key) const;
    bool holds() const;  // a mouse button, or a control by the keyboard
    bool caret_blinks() const;
    // Seconds until the item under the mouse is to be explained; nothing if none is, or it is
    // already.
    std::optional<double> hint_in() const;

  private:
    void set_scale(float interface_scale);
    static void give_keys(const KeyboardPlace& keyboard);

    NativeWindow& window_;
    Fonts fonts_;
    float pixels_per_unit_ = 0;
    bool typing_ = false;  // before begin(): a control or a dropdown had all keys
};

// Where the window's columns are, and the picture's place in the framebuffer.
void lay_out(WindowState& state, const Fonts& fonts, const NativeWindow& window);

// Within an ImGui frame. A panel that fails is reported and left out. `box`: the zoom box's
// corners, in screen coordinates.
void draw_panels(WindowState& state, const Fonts& fonts,
                 const std::optional<std::array<PixelPoint, 2>>& box);

}  // namespace mariani::app
