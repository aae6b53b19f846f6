// The mouse over the picture: what its moves, buttons and wheel do to the view.
#pragma once

#include "app/explore/input_event.hpp"
#include "app/explore/navigator.hpp"

#include <array>
#include <optional>
#include <utility>

namespace mariani::app {

class Pointer {
  public:
    // What the mouse acts on.
    struct Target {
        Navigator& navigator;
        View& view;
        ImageSize picture;
        double ratio;           // the picture's pixels per screen coordinate
        double left;            // its left edge, in its pixels
        bool captured;          // by a panel: no gesture begins
        bool searches = false;  // Ctrl draws a box to search, too
    };

    void handle(const InputEvent& event, const Target& target, double now);
    // Once a turn, after its events: glides on while the button is held.
    void advance(const Target& target, double now);

    // Octaves a second of gliding, once it has begun to.
    static constexpr double glide_speed = 1.25;
    static constexpr double glide_start = 0.3;  // s until then

    // In the picture's pixels; nullopt until the mouse has been seen.
    std::optional<PixelPoint> at(const Target& target) const;
    // The zoom box being drawn: two opposite corners in the picture's pixels.
    std::optional<std::array<PixelPoint, 2>> box() const;
    // The box that was drawn to be searched, once.
    std::optional<View> take_searched() { return std::exchange(searched_, std::nullopt); }
    bool dragging() const { return gesture_ != Gesture::none; }
    bool gliding() const { return gesture_ == Gesture::glide_in || gesture_ == Gesture::glide_out; }

  private:
    enum class Gesture { none, pan, box, search, glide_in, glide_out };

    void move(PixelPoint to, const Target& target);
    void press(const input::MouseButton& button, const Target& target, double now);
    void begin_glide(const input::MouseButton& button, double now);
    void release(const Target& target);

    std::optional<glm::dvec2> screen_;  // screen coordinates
    PixelPoint last_{0};                // in picture pixels, like the next one
    PixelPoint pressed_{0};
    std::optional<View> searched_;
    Gesture gesture_ = Gesture::none;
    Button button_ = Button::left;  // that began it
    double pressed_at_ = -1e9;      // s
    double glide_began_ = 0, glided_until_ = 0;
};

}  // namespace mariani::app
