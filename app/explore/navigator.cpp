#include "app/explore/navigator.hpp"

#include "app/explore/view_animation.hpp"
#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mariani::app {
namespace {

constexpr double zoom_per_notch = 0.8;
constexpr double longest_step = 0.05;  // s: after a rest the animation starts rather than jumps

constexpr const char* exhausted =
    "Double precision is exhausted here, and Julia sets have no deltas: no zooming in any further. "
    "Zooming out always works.";

}  // namespace

void Navigator::take(View& view, const std::optional<View>& goal, Gesture gesture) {
    if (!goal) {
        zoom_error_ = exhausted;
        return;
    }
    view = *goal;
    gesture_ = gesture;
}

void Navigator::wheel(View& view, ImageSize picture, PixelPoint at, double notches) {
    const PlanePoint under = point_at(shown_, picture, at.x, at.y);
    take(view, zoomed(view, picture, under, at, std::pow(zoom_per_notch, notches)), Gesture::wheel);
}

void Navigator::drag(View& view, ImageSize picture, PixelPoint from, PixelPoint to) {
    take(view, panned(view, picture, from, to), Gesture::drag);
    shown_ = panned(shown_, picture, from, to);
}

bool Navigator::glide(View& view, ImageSize picture, PixelPoint at, double factor) {
    const auto goal = zoomed_at(shown_, picture, at, factor);
    take(view, goal, Gesture::drag);
    if (goal) shown_ = view;
    return goal.has_value();
}

void Navigator::zoom_to_box(View& view, ImageSize picture, PixelPoint corner, PixelPoint opposite) {
    if (is_click(corner, opposite)) return;
    take(view, zoomed_to_box(shown_, picture, corner, opposite), Gesture::jump);
}

void Navigator::centre_and_zoom(View& view, ImageSize picture, PixelPoint at) {
    take(view, centred_and_zoomed(shown_, picture, at), Gesture::jump);
}

void Navigator::zoom_by(View& view, ImageSize picture, double factor) {
    const PixelPoint middle = 0.5 * render::extent_of(picture);
    take(view, zoomed_at(view, picture, middle, factor), Gesture::keys);
}

void Navigator::pan_by(View& view, double right, double up) {
    take(view, shifted(view, right, up), Gesture::keys);
}

void Navigator::go_to(View& view, const View& goal) {
    take(view, clamped(goal), Gesture::jump);
}

void Navigator::return_to(const Navigator& before) {
    history_ = before.history_;
    known_ = before.known_;
    gesture_ = Gesture::edit;
    zoom_error_.reset();
}

void Navigator::undo(View& view) {
    if (const auto goal = history_.undo(view)) known_ = view = *goal;
}

void Navigator::redo(View& view) {
    if (const auto goal = history_.redo(view)) known_ = view = *goal;
}

void Navigator::advance(const View& view, ImageSize picture, double now) {
    const Gesture gesture = std::exchange(gesture_, Gesture::edit);
    if (view != known_) history_.moved(known_, gesture, now);
    known_ = view;
    const double step = moving_ ? std::min(now - time_, longest_step) : 0.0;
    time_ = now;
    shown_ = worth_animating(shown_, view, picture) ? approached(shown_, view, step) : view;
    moving_ = shown_ != view;
}

std::optional<std::string> Navigator::take_zoom_error() {
    return std::exchange(zoom_error_, std::nullopt);
}

}  // namespace mariani::app
