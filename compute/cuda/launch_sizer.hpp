// How much work to put into a launch, so that it takes about as long as wanted.
#pragma once

#include <algorithm>
#include <cstdint>

namespace mariani::cuda {

class LaunchSizer {
  public:
    // per_ms: a first guess of how much is done in a millisecond.
    LaunchSizer(double wanted_ms, double per_ms) : wanted_ms_(wanted_ms), per_ms_(per_ms) {}

    std::int64_t next() const {
        return std::max<std::int64_t>(
            1, static_cast<std::int64_t>(std::min(wanted_ms_ * per_ms_, 1e18)));
    }

    // What the last launch did in that time. Grows at most fourfold: the next part may be slower.
    void learn(std::int64_t done, double ms) {
        const double measured = static_cast<double>(done) / std::max(ms, 1e-3);
        per_ms_ = std::min(measured, 4 * per_ms_);
    }

  private:
    double wanted_ms_;
    double per_ms_;
};

}  // namespace mariani::cuda
