// How a race is slowed down until it can be watched.
#pragma once

#include "app/measure/race.hpp"

#include <string>

namespace mariani::app {

// Of a film that shows the race until its last lane is done, and then the result for a while.
struct FilmPace {
    double slowest_ms = 0;  // the median of the lane that ends last
    double running = 0;     // seconds until it ends, at normal speed

    double ms_at(double second) const;
    // "1/125 of real time", at this many times the normal speed.
    std::string text(double speed = 1) const;
};

// `seconds`: of the whole film. The race has a timed lane.
FilmPace film_pace(const Race& race, double seconds);

// The share of its time that a timed lane has run by then; more than 1 once it is done.
double moment_of(const RaceLane& lane, double ms);

// Whether there is something to watch: a timed lane whose growth was kept.
bool can_be_watched(const Race& race);

}  // namespace mariani::app
