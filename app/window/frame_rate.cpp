#include "app/window/frame_rate.hpp"

namespace mariani::app {

double FrameRate::per_second(double now) {
    while (!times_.empty() && times_.front() < now - 1) times_.pop_front();
    if (times_.size() < 2 || times_.back() <= times_.front()) return 0;
    return static_cast<double>(times_.size() - 1) / (times_.back() - times_.front());
}

}  // namespace mariani::app
