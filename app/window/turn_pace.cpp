#include "app/window/turn_pace.hpp"

#include <algorithm>
#include <tuple>

namespace mariani::app {
namespace {

constexpr double idle_look = 0.25;  // s: how often an idle window looks for signals and due work
constexpr double fade_step = 0.04;  // s: how often while a message may be fading

}  // namespace

double FrameRate::per_second(double now) {
    while (!times_.empty() && times_.front() < now - 1) times_.pop_front();
    if (times_.size() < 2 || times_.back() <= times_.front()) return 0;
    return static_cast<double>(times_.size() - 1) / (times_.back() - times_.front());
}

std::function<void()> TurnPace::waker() {
    return [this] {
        woken_ = true;
        NativeWindow::wake();
    };
}

void TurnPace::wait_for_display(bool eager, double rest) {
    std::ignore = window_.take_redraw_request();  // of events that the last turn has seen
    const double interval = 0.95 / window_.display_rate();
    const auto left = [&](double seconds) { return began_ + seconds - state_.seconds(); };
    bool woken = false;
    do window_.wait_events(std::max(0.0, left(interval)));
    while (left(interval) > 0 && !(woken = eager && woken_.exchange(false)));
    while (left(rest) > 0 && !woken && !window_.take_redraw_request()) {
        woken = woken_.exchange(false);
        if (!woken) window_.wait_events(left(rest));
    }
}

void TurnPace::wait_for_reason(bool blinks, std::optional<double> next,
                               const std::function<bool()>& due) {
    const auto fades = [](const Message& message) { return message.kind != Message::Kind::error; };
    const bool fading = std::ranges::any_of(state_.seen.messages, fades);
    const bool visibly_due = fading || blinks;
    const double end = state_.seconds() + next.value_or(0);
    const auto left = [&] { return next ? std::max(0.0, end - state_.seconds()) : idle_look; };
    do window_.wait_events(std::min(left(), fading ? fade_step : idle_look));
    while (!window_.take_redraw_request() && !woken_.exchange(false) && !visibly_due &&
           left() > 0 && !due());
    if (!visibly_due) state_.request_redraw();
}

void TurnPace::begin_turn() {
    began_ = state_.seen.now = state_.seconds();
    ++turns_;
}

void TurnPace::end_turn(bool frames_follow) {
    state_.conclude_turn();
    const std::uint64_t shown = state_.shown ? state_.shown->number : 0;
    if (shown != shown_) rate_.frame_shown(began_);
    if (!frames_follow) rate_.stop();
    shown_ = shown;
    state_.seen.display_fps = rate_.per_second(began_);
}

}  // namespace mariani::app
