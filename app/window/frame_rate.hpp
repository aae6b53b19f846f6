// How many frames come to the screen per second.
#pragma once

#include <deque>

namespace mariani::app {

// Times are those of the window's clock, in s.
class FrameRate {
  public:
    void frame_shown(double now) { times_.push_back(now); }
    void stop() { times_.clear(); }  // no frame follows the last
    // Over the last second; 0 unless several frames came.
    double per_second(double now);

  private:
    std::deque<double> times_;
};

}  // namespace mariani::app
