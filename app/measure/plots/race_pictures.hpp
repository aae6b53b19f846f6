// A race as one picture: each engine's picture with its regions, and bars ordered by time. And as a
// film: its engines side by side over one view, slowed down, until the last one is done.
#pragma once

#include "app/measure/plots/canvas.hpp"
#include "app/measure/race.hpp"
#include "render/picture/image.hpp"

#include <memory>

namespace mariani::app {

// Lanes without a picture show why. There must be lanes.
Canvas draw_race(const Race& race);

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

}  // namespace mariani::app
