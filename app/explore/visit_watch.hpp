// Notices which views are worth coming back to.
#pragma once

#include "app/files/recent.hpp"

#include <optional>

namespace mariani::app {

// A view counts as visited once it has rested on screen for some seconds; or for a moment, if a
// jump then leads elsewhere. The whole set does not count: Home leads there.
class VisitWatch {
  public:
    static constexpr double long_stay = 4, short_stay = 1;  // s

    // Once per turn, with the requested view; `rests`: it is on screen, and nothing moves. `now` is
    // in seconds and never decreases. Returns what has become a visit, once for each stay.
    std::optional<VisitedView> look(const VisitedView& here, bool rests, double now);

    // A stay may become a visit without anything else happening.
    bool waiting() const;

  private:
    VisitedView here_;
    std::optional<double> since_;  // the view rests; nothing if it does not yet
    double seen_ = 0;              // when it last did
    bool told_ = false;
};

}  // namespace mariani::app
