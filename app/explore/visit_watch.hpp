// Notices which views are worth coming back to.
#pragma once

#include "app/files/recent.hpp"

#include <optional>

namespace mariani::app {

struct Visit {
    VisitedView view;
    std::optional<VisitedView> instead_of = {};  // an earlier visit, a step on the way
    bool operator==(const Visit&) const = default;
};

// A view counts as visited once it has rested on screen for some seconds; or for a moment, if a
// jump then leads elsewhere. The whole set does not count: Home leads there. Nor do the views on
// the way to a place whose numbers are typed one by one: the last of them counts.
class VisitWatch {
  public:
    static constexpr double long_stay = 4, short_stay = 1;  // s

    // Once per turn, with the requested view; `rests`: it is on screen, and nothing moves; `typed`:
    // one of its numbers was. `now` is in seconds and never decreases. Returns what has become a
    // visit, once for each stay.
    std::optional<Visit> look(const VisitedView& here, bool rests, double now, bool typed = false);

    // A stay may become a visit without anything else happening.
    bool waiting() const;

  private:
    VisitedView here_;
    bool typed_ = false;
    std::optional<double> since_;  // the view rests; nothing if it does not yet
    double seen_ = 0;              // when it last did
    std::optional<VisitedView> told_;
    std::optional<VisitedView> on_the_way_;  // told before a number more was typed
};

}  // namespace mariani::app
