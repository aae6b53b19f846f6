// The subdivision of a picture played level by level: what is reached at what time.
#pragma once

#include "app/explore/turn_clock.hpp"

#include <optional>

namespace mariani::app {

class SubdivisionReplay {
  public:
    // Of the whole at normal speed, however many levels there are.
    static constexpr double seconds = 6;

    double speed = 1;   // times the normal one, above 0
    bool loop = false;  // begins again at the end

    void play();                         // from the first level
    void resume() { clock_.restart(); }  // where it was: the time until now was not of the replay
    void stop();
    bool playing() const { return position_.has_value(); }

    // The level that is being resolved, or the number of levels once all of them are; nothing
    // unless it is played.
    std::optional<int> level() const;

    // Once per turn; `now` is in seconds and never decreases. The finished subdivision is shown for
    // as long as each of the levels. Time does not pass while there are no levels, and no turn
    // takes so long that a level is skipped.
    void advance(double now, int levels);

  private:
    std::optional<double> position_;  // in levels
    TurnClock clock_;
};

}  // namespace mariani::app
