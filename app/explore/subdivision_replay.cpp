#include "app/explore/subdivision_replay.hpp"

#include <algorithm>

namespace mariani::app {

void SubdivisionReplay::play() {
    position_ = 0;
    clock_.restart();
}

void SubdivisionReplay::stop() {
    position_.reset();
}

std::optional<int> SubdivisionReplay::level() const {
    if (!position_) return std::nullopt;
    return static_cast<int>(*position_);
}

void SubdivisionReplay::advance(double now, int levels) {
    const double elapsed = clock_.passed(now);
    if (!position_ || levels == 0) return;
    const int steps = levels + 1;
    *position_ += std::min(1.0, elapsed * speed * steps / seconds);
    if (*position_ < steps) return;
    if (loop)
        position_ = 0;
    else
        stop();
}

}  // namespace mariani::app
