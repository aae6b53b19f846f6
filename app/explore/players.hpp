// What the window plays from turn to turn: what second of a film it shows (of a race, or of a
// triangle's recorded run), what level of a picture's subdivision, and where its palette begins.
// And the tour: what it shows stop by stop, and when it goes on to the next.
#pragma once

#include "app/settings/settings.hpp"

#include <optional>
#include <utility>

namespace mariani::app {

// How long a turn of the window took, for what is played from turn to turn.
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

// What second of a film the window shows: of a race, or of a triangle's recorded run.
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

// The subdivision of a picture played level by level: what is reached at what time.
class SubdivisionReplay {
  public:
    // How long the whole takes at normal speed, however many levels there are.
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

// The palette of a picture, turned from turn to turn of the window.
class ColourCycle {
  public:
    void toggle();
    void stop() { running_ = false; }
    bool running() const { return running_; }

    // Once per turn: the offset that follows this one, both in [0, 1) turns of the palette. `now`
    // is in seconds and never decreases.
    double advance(double now, double offset, double turns_a_minute);

    // The offset before a cycling that has stopped since the last call.
    std::optional<double> take_stopped();

  private:
    bool running_ = false;
    std::optional<double> from_;
    TurnClock clock_;
};

enum class TourStop {
    set,
    regions,
    levels,
    seahorse,
    outcomes,
    launches,
    exhaustive,
    adaptive,
    colours,
    back,  // to where it began
};
inline constexpr int tour_stops = static_cast<int>(TourStop::back) + 1;

// What is set at a stop, of a tour that began with these settings; the view is that of a picture of
// this size. It keeps the window and its panel, and what computes the frames: backend, device,
// threads.
Settings settings_at(TourStop stop, const Settings& before, ImageSize picture);

// The time at which a stop's caption has been read, in seconds.
double reading_seconds(TourStop stop);

// Where a tour is.
class TourClock {
  public:
    void begin();
    void end();
    // Nothing unless the tour is under way.
    std::optional<TourStop> stop() const { return stop_; }

    void next();  // at the last stop nothing: what ends the tour is pressed
    void back();  // not before the first
    void pause_or_go_on();
    bool paused() const { return paused_; }

    // Once per turn; `now` is in seconds and never decreases. The time to read passes only while it
    // is not paused and the stop is `ready`, its picture on screen; once it is over the next stop
    // comes, unless the stop `plays` something that is still to end.
    void advance(double now, bool ready, bool plays);
    double read() const;  // of the time to read, 0 to 1

  private:
    void go_to(int stop);

    std::optional<TourStop> stop_;
    TurnClock clock_;
    double seconds_ = 0;   // of reading
    bool paused_ = false;  // another stop goes on
};

}  // namespace mariani::app
