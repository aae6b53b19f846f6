// The view on screen, on its way to the requested one.
#pragma once

#include "compute/model/view.hpp"

namespace mariani::app {

// The view `seconds` later on the way from `shown` to `target`: exponential in the logarithm of the
// height; a point that both show at the same place stays there. Ends exactly at the target.
View approached(const View& shown, const View& target, double seconds);

// Whether a smooth transition between the views would show something of both; if not, jump.
bool worth_animating(const View& from, const View& to, ImageSize picture);

}  // namespace mariani::app
