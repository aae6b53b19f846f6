// When the turns of the main loop come, and how many frames they show.
#pragma once

#include "app/window/native_window.hpp"
#include "app/window/window_state.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>

namespace mariani::app {

// How many frames come to the screen per second. Times are those of the window's clock, in s.
class FrameRate {
  public:
    void frame_shown(double now) { times_.push_back(now); }
    void stop() { times_.clear(); }  // no frame follows the last
    // Over the last second; 0 unless several frames came.
    double per_second(double now);

  private:
    std::deque<double> times_;
};

// Main thread, but for what waker() returns.
class TurnPace {
  public:
    TurnPace(WindowState& state, NativeWindow& window) : state_(state), window_(window) {}

    // Ends the wait; to be called on other threads.
    std::function<void()> waker();

    // Waits until the display can show something new. `eager`: or until a thread has called for a
    // turn, because what it was asked for is done. `rest`: s from the last turn's beginning, within
    // which there is nothing new to show but what threads or events bring.
    void wait_for_display(bool eager, double rest);
    // Waits until something happened or is due. `blinks`: what is on screen changes by itself;
    // `next`: or until a turn in so many seconds has something new to show.
    void wait_for_reason(bool blinks, std::optional<double> next, const std::function<bool()>& due);

    void begin_turn();
    // `frames_follow`: another frame than the one on screen is under way.
    void end_turn(bool frames_follow);
    std::int64_t turns() const { return turns_; }  // begun
    double began() const { return began_; }        // the last of them; s of the window's clock

  private:
    WindowState& state_;
    NativeWindow& window_;
    std::atomic<bool> woken_ = false;
    double began_ = 0;
    std::int64_t turns_ = 0;
    FrameRate rate_;
    std::uint64_t shown_ = 0;  // the number of the frame on screen
};

}  // namespace mariani::app
