// Moves the view: applies navigation to it, keeps its history for undo and redo, and animates what
// is on screen.
#pragma once

#include "app/explore/view_navigation.hpp"
#include "compute/model/view.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// What moved the view. Moves of one kind in quick succession count as one step.
enum class Gesture {
    jump,   // a bookmark, home, a zoom box: always a step of its own
    wheel,  // ends when the wheel rests
    drag,   // ends when the button is released (end_gesture), as gliding does
    keys,   // arrows, + and -
    edit,   // the panel's fields
};

class ViewHistory {
  public:
    static constexpr std::size_t depth = 256;
    static constexpr double pause = 0.7;  // s; a longer rest ends a gesture

    // `gesture` has changed the view from `before`, at `now` seconds.
    void moved(const View& before, Gesture gesture, double now);
    void end_gesture() { last_.reset(); }

    // The view to show instead of `current`; nullopt at the end of the history.
    std::optional<View> undo(const View& current);
    std::optional<View> redo(const View& current);

    // The last view of the Mandelbrot set; nullopt if there was none.
    std::optional<View> last_of_mandelbrot() const;

    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }

  private:
    struct Last {
        Gesture gesture;
        double time;
    };

    std::deque<View> past_;
    std::vector<View> future_;
    std::optional<Last> last_;
};

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

    void wheel(View& view, ImageSize picture, PixelPoint at, double notches);
    void drag(View& view, ImageSize picture, PixelPoint from, PixelPoint to);
    // A step of a zoom at the display's rate, which is on screen at once. False if it is refused.
    bool glide(View& view, ImageSize picture, PixelPoint at, double factor);
    void end_drag() { history_.end_gesture(); }  // and a glide
    void zoom_to_box(View& view, ImageSize picture, PixelPoint corner, PixelPoint opposite);
    void centre_and_zoom(View& view, ImageSize picture, PixelPoint at);
    void zoom_by(View& view, ImageSize picture, double factor);
    void pan_by(View& view, double right, double up);
    void go_to(View& view, const View& goal);
    // Without a move, and as if it had always been there.
    void start_at(View& view, const View& goal) { view = known_ = shown_ = goal; }
    // To the requested view and the history of another one; what is on screen moves there.
    void return_to(const Navigator& before);
    void undo(View& view);
    void redo(View& view);

    // `now` is in seconds and never decreases.
    void advance(const View& view, ImageSize picture, double now);

    const View& shown() const { return shown_; }  // on screen
    bool moving() const { return moving_; }       // the view on screen is not yet the requested one
    const ViewHistory& history() const { return history_; }

    // Why the last zoom was refused, once.
    std::optional<std::string> take_zoom_error();

  private:
    void take(View& view, const std::optional<View>& goal, Gesture gesture);

    ViewHistory history_;
    View known_;  // the requested view when last seen
    View shown_;
    Gesture gesture_ = Gesture::edit;
    bool moving_ = false;
    double time_ = 0;
    std::optional<std::string> zoom_error_;
};

}  // namespace mariani::app
