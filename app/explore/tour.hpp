// The tour: what it shows stop by stop, and when it goes on to the next. No window.
#pragma once

#include "app/explore/players.hpp"
#include "app/settings/settings.hpp"

#include <optional>

namespace mariani::app {

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
