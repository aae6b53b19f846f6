// Moves the view: applies navigation to it and animates what is on screen.
#pragma once

#include "app/explore/view_navigation.hpp"
#include "compute/model/view.hpp"

#include <optional>
#include <string>

namespace mariani::app {

// What moved the view. Moves of one kind are one step, unless the view rests so long between them
// that it becomes a visit (VisitWatch).
enum class Gesture {
    jump,  // a bookmark, home, a zoom box: always a step of its own
    wheel,
    drag,  // ends when the button is released, as gliding does
    keys,  // arrows, + and -
    edit,  // anything else
};

// Whether a gesture that comes so many seconds after the last belongs to the same step.
bool continues(Gesture gesture, Gesture last, double rest);

// The view `seconds` later on the way from `shown` to `target`: exponential in the logarithm of the
// height; a point that both show at the same place stays there. Ends exactly at the target.
View approached(const View& shown, const View& target, double seconds);

// Whether a smooth transition between the views would show something of both; if not, jump.
bool worth_animating(const View& from, const View& to, ImageSize picture);

// The moves edit the requested view (Settings::view). Once per turn of the main loop, `advance`
// notices any change to it, whatever the source, and moves the view on screen a step nearer.
class Navigator {
  public:
    explicit Navigator(const View& view) : known_(view), shown_(view) {}

    // In a window too small for a picture, moves that depend on it do nothing.
    void wheel(View& view, ImageSize picture, PixelPoint at, double notches);
    void drag(View& view, ImageSize picture, PixelPoint from, PixelPoint to);
    // A step of a zoom at the display's rate, which is on screen at once. False if it is refused.
    bool glide(View& view, ImageSize picture, PixelPoint at, double factor);
    void zoom_to_box(View& view, ImageSize picture, PixelPoint corner, PixelPoint opposite);
    void centre_and_zoom(View& view, ImageSize picture, PixelPoint at);
    void zoom_by(View& view, ImageSize picture, double factor);
    void pan_by(View& view, double right, double up);
    void go_to(View& view, const View& goal);
    // Without a move, and as if it had always been there.
    void start_at(View& view, const View& goal) { view = known_ = shown_ = goal; }
    // To the requested view of another one; what is on screen moves there.
    void return_to(const Navigator& before);

    // What has moved the requested view since the last advance().
    Gesture gesture() const { return gesture_; }
    // `now` is in seconds and never decreases.
    void advance(const View& view, ImageSize picture, double now);

    const View& shown() const { return shown_; }  // on screen
    bool moving() const { return moving_; }       // the view on screen is not yet the requested one
    // The last view that was requested of the Mandelbrot set, while a Julia set is.
    const std::optional<View>& last_of_mandelbrot() const { return last_of_mandelbrot_; }

    // Why the last zoom was refused, once.
    std::optional<std::string> take_zoom_error();

  private:
    void take(View& view, const std::optional<View>& goal, Gesture gesture);

    std::optional<View> last_of_mandelbrot_;
    View known_;  // the requested view when last seen
    View shown_;
    Gesture gesture_ = Gesture::edit;
    bool moving_ = false;
    double time_ = 0;
    std::optional<std::string> zoom_error_;
};

}  // namespace mariani::app
