#include "app/explore/navigator.hpp"

#include "app/explore/visit_watch.hpp"
#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mariani::app {
namespace {

constexpr double time_constant = 0.055;  // s: half way after 0.04
constexpr double near_enough = 1e-3;     // as a fraction of the height: about a pixel
constexpr double greatest_ratio = 100;   // of the heights
constexpr double greatest_distance = 3;  // between the centres, in heights

constexpr double zoom_per_notch = 0.8;
constexpr double longest_step = 0.05;  // s: after a rest the animation starts rather than jumps

constexpr const char* exhausted =
    "Double precision is exhausted here, and Julia sets have no deeper arithmetic. You can only "
    "zoom out.";

}  // namespace

bool continues(Gesture gesture, Gesture last, double rest) {
    if (gesture != last || gesture == Gesture::jump) return false;
    return gesture == Gesture::drag || rest < VisitWatch::long_stay;
}

View approached(const View& shown, const View& target, double seconds) {
    const double rest = std::exp(-std::max(seconds, 0.0) / time_constant);
    const double log_ratio = std::log(shown.height / target.height);
    const Length height = target.height * std::exp(log_ratio * rest);
    const Length before = shown.height - target.height;
    // During a zoom the centre moves with the height, which keeps the common point fixed.
    const bool zooms = std::abs(log_ratio) > near_enough;
    const double left = zooms ? (height - target.height) / before : rest;
    const auto from_target = render::displacement(target.centre, shown.centre) * left;
    const glm::dvec2 off = glm::abs(render::in_heights(from_target, target.height));
    if (std::max(off.x, off.y) < near_enough && std::abs(log_ratio * rest) < near_enough)
        return target;
    return moved(target, render::displaced(target.centre, from_target, height * near_enough),
                 height);
}

bool worth_animating(const View& from, const View& to, ImageSize picture) {
    if (picture.height <= 0 || from.julia != to.julia) return false;
    const double ratio = std::max(from.height, to.height) / std::min(from.height, to.height);
    const Length height = std::max(from.height, to.height);
    const double aspect = static_cast<double>(picture.width) / picture.height;
    const glm::dvec2 distance =
        glm::abs(render::in_heights(render::displacement(from.centre, to.centre), height)) /
        glm::dvec2(aspect, 1);
    return ratio < greatest_ratio && std::max(distance.x, distance.y) < greatest_distance;
}

void Navigator::take(View& view, const std::optional<View>& goal, Gesture gesture) {
    if (!goal) {
        zoom_error_ = exhausted;
        return;
    }
    view = *goal;
    gesture_ = gesture;
}

void Navigator::wheel(View& view, ImageSize picture, PixelPoint at, double notches) {
    if (pixel_count(picture) == 0) return;
    const PlanePoint under = point_at(shown_, picture, at.x, at.y);
    take(view, zoomed(view, picture, under, at, std::pow(zoom_per_notch, notches)), Gesture::wheel);
}

void Navigator::drag(View& view, ImageSize picture, PixelPoint from, PixelPoint to) {
    if (pixel_count(picture) == 0) return;
    take(view, panned(view, picture, from, to), Gesture::drag);
    shown_ = panned(shown_, picture, from, to);
}

bool Navigator::glide(View& view, ImageSize picture, PixelPoint at, double factor) {
    if (pixel_count(picture) == 0) return true;
    const auto goal = zoomed_at(shown_, picture, at, factor);
    take(view, goal, Gesture::drag);
    if (goal) shown_ = view;
    return goal.has_value();
}

void Navigator::zoom_to_box(View& view, ImageSize picture, PixelPoint corner, PixelPoint opposite) {
    if (is_click(corner, opposite) || pixel_count(picture) == 0) return;
    take(view, zoomed_to_box(shown_, picture, corner, opposite), Gesture::jump);
}

void Navigator::centre_and_zoom(View& view, ImageSize picture, PixelPoint at) {
    if (pixel_count(picture) == 0) return;
    take(view, centred_and_zoomed(shown_, picture, at), Gesture::jump);
}

void Navigator::zoom_by(View& view, ImageSize picture, double factor) {
    if (pixel_count(picture) == 0) return;
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
    last_of_mandelbrot_ = before.last_of_mandelbrot_;
    known_ = before.known_;
    gesture_ = Gesture::edit;
    zoom_error_.reset();
}

void Navigator::advance(const View& view, ImageSize picture, double now) {
    gesture_ = Gesture::edit;
    if (view.julia && !known_.julia) last_of_mandelbrot_ = known_;
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
