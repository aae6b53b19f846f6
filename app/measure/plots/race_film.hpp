// A race as a film: its engines side by side over one view, slowed down, until the last one is
// done.
#pragma once

#include "app/measure/race.hpp"
#include "render/picture/image.hpp"

#include <memory>

namespace mariani::app {

// Frames are drawn one at a time, in any order.
class RaceFilm {
  public:
    // The race has a lane that was timed, and whose growth was kept. `seconds`: of the whole film;
    // the last of them show the result. Throws std::logic_error if there is no such lane.
    RaceFilm(const Race& race, ImageSize size, double seconds);
    ~RaceFilm();
    RaceFilm(const RaceFilm&) = delete;
    RaceFilm& operator=(const RaceFilm&) = delete;

    // At a time of the film, in seconds.
    render::Image at(double second) const;

  private:
    class Painter;
    std::unique_ptr<Painter> painter_;
};

// A size that suits the race, of this width.
ImageSize film_size(const Race& race, int width);

// How a race is slowed down: ms of the engines for a second of the film.
struct FilmPace {
    double slowest_ms = 0;  // the median of the lane that ends last
    double running = 0;     // seconds until it ends

    double ms_at(double second) const;
    std::string text() const;  // "1/125 of real time"
};
FilmPace film_pace(const Race& race, double seconds);

}  // namespace mariani::app
