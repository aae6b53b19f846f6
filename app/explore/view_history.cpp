#include "app/explore/view_history.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

bool continues(Gesture gesture, Gesture last, double rest) {
    if (gesture != last || gesture == Gesture::jump) return false;
    return gesture == Gesture::drag || rest <= ViewHistory::pause;
}

}  // namespace

void ViewHistory::moved(const View& before, Gesture gesture, double now) {
    const bool same_step = last_ && continues(gesture, last_->gesture, now - last_->time);
    last_ = {gesture, now};
    if (same_step) return;
    future_.clear();
    past_.push_back(before);
    if (past_.size() > depth) past_.pop_front();
}

std::optional<View> ViewHistory::undo(const View& current) {
    last_.reset();
    if (past_.empty()) return std::nullopt;
    future_.push_back(current);
    const View view = past_.back();
    past_.pop_back();
    return view;
}

std::optional<View> ViewHistory::redo(const View& current) {
    last_.reset();
    if (future_.empty()) return std::nullopt;
    past_.push_back(current);
    const View view = future_.back();
    future_.pop_back();
    return view;
}

std::optional<View> ViewHistory::last_of_mandelbrot() const {
    const auto found =
        std::find_if(past_.rbegin(), past_.rend(), [](const View& view) { return !view.julia; });
    return found == past_.rend() ? std::nullopt : std::optional(*found);
}

}  // namespace mariani::app
