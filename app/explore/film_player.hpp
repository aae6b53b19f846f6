// What second of a film the window shows: of a race, or of a triangle's recorded run.
#pragma once

#include "app/explore/turn_clock.hpp"

namespace mariani::app {

class FilmPlayer {
  public:
    static constexpr double seconds = 6;       // of the whole film, at normal speed
    static constexpr double step_size = 0.05;  // seconds

    double speed = 1;  // times the normal one, above 0
    bool loop = true;  // begins again at the end

    void open();  // from the beginning, and plays it
    void close();
    bool is_open() const { return open_; }

    void play();                         // from the beginning if it is at its end
    void resume() { clock_.restart(); }  // where it was: the time until now was not of the film
    void pause();
    void step();  // a little further, and pauses
    void go_to(double second);
    bool playing() const { return open_ && playing_; }
    double second() const { return second_; }

    // Once per turn; `now` is in seconds and never decreases. At its end the film stays paused,
    // unless it loops.
    void advance(double now);

  private:
    bool open_ = false, playing_ = false;
    double second_ = 0;
    TurnClock clock_;
};

}  // namespace mariani::app
