// Moves the view: applies navigation to it, keeps its history, and animates what is on screen.
#pragma once

#include "app/explore/view_history.hpp"
#include "app/explore/view_navigation.hpp"

#include <optional>
#include <string>

namespace mariani::app {

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
