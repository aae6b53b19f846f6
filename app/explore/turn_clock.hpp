// How long a turn of the window took, for what is played from turn to turn.
#pragma once

#include <utility>

namespace mariani::app {

class TurnClock {
  public:
    // The time until now was not of what is played: the next turn that counts has taken none.
    void restart() { restarted_ = true; }

    // Once per turn; `now` is in seconds and never decreases. The seconds since the turn before, of
    // one that counts; of others 0.
    double passed(double now, bool counts = true) {
        const double elapsed = now - std::exchange(time_, now);
        return !counts || std::exchange(restarted_, false) ? 0 : elapsed;
    }

  private:
    double time_ = 0;
    bool restarted_ = false;
};

}  // namespace mariani::app
