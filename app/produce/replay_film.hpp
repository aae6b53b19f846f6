// How a picture is subdivided, as a film: level by level, as the window plays it.
#pragma once

#include "app/settings/settings.hpp"
#include "compute/engine.hpp"
#include "render/picture/image.hpp"

namespace mariani::app {

// A value; any thread.
class ReplayFilm {
  public:
    // Shows a frame that has its regions, and its work if the settings show anything but dwells; it
    // may lie anywhere. `size`: of the film, in which the picture is drawn as large as fits.
    // `seconds`: of the whole, in which the finished subdivision is shown for as long as each of
    // the levels. Throws std::bad_alloc, std::runtime_error.
    ReplayFilm(const Frame& frame, const Settings& settings, ImageSize size, double seconds);

    // The same of a picture that is drawn already, in rgb and without its regions: as a window
    // shows it, with its samples. It shows the whole frame, at any size.
    ReplayFilm(const Frame& frame, const render::Image& drawn, const Settings& settings,
               ImageSize size, double seconds);

    render::Image at(double second) const;

  private:
    ReplayFilm(const Frame& frame, const Settings& settings, ImageSize shown, ImageSize size,
               double seconds);

    render::Image picture_;  // without its regions
    RegionMap regions_;
    render::OverlayStyle style_;
    ImageSize size_;
    int levels_;
    double seconds_;
    bool tinted_;  // where regions are: only dwells are
};

// A size that suits a picture of this size.
ImageSize replay_film_size(ImageSize picture);

}  // namespace mariani::app
