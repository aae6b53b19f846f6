// The view on screen, on its way to the one asked for.
#pragma once

#include "compute/model/view.hpp"

namespace mariani::app {

// The view `seconds` later on the way from `shown` to `target`: exponential in the logarithm of the
// height, and whatever point both show at the same place stays there. Ends exactly at the target.
View approached(const View& shown, const View& target, double seconds);

// True when a smooth way from one view to the other would show something of both; else jump.
bool worth_animating(const View& from, const View& to, ImageSize picture);

}  // namespace mariani::app
