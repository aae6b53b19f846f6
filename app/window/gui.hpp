// Dear ImGui on the window: its context, its fonts at the display's scale, its share of the input.
#pragma once

#include "app/explore/input_event.hpp"
#include "app/panels/panels.hpp"
#include "app/window/native_window.hpp"

#include <array>

namespace mariani::app {

class Gui {
  public:
    explicit Gui(NativeWindow& window);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    void feed(const InputEvent& event);  // before begin()
    // Begins an ImGui frame; fonts and style are recreated if a scale has changed.
    void begin(float interface_scale);
    void end();  // draws it

    const Fonts& fonts() const { return fonts_; }
    // As of the last begin().
    bool wants_mouse() const;
    bool wants_keyboard() const;
    bool caret_blinks() const;

  private:
    struct Mouse {
        double x = -1e6, y = -1e6;
        std::array<bool, 3> down{};
        std::array<bool, 3> pressed{};  // since the last frame, even if released again
    };

    void set_scale(float interface_scale);
    void set_mouse();

    NativeWindow& window_;
    Fonts fonts_;
    float pixels_per_unit_ = 0;
    Mouse mouse_;
};

}  // namespace mariani::app
