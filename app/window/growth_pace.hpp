// How often a frame is shown while it grows.
#pragma once

#include <algorithm>
#include <optional>

namespace mariani::app {

// Drawing may cost the processor what the frame needs, so that it has its share of the time: the
// slower a turn in which more of the frame is shown, the later the next one.
class GrowthPace {
  public:
    static constexpr double turns_between = 6, max_seconds = 1;

    // Once in every turn in which a frame is computed.
    bool due(double now) {
        if (looked_) next_ = *looked_ + std::min(max_seconds, turns_between * (now - *looked_));
        looked_.reset();
        return now >= next_;
    }
    // The picture is shown by this turn.
    void looked(double now) { looked_ = now; }

  private:
    std::optional<double> looked_;  // in the turn before
    double next_ = 0;
};

}  // namespace mariani::app
