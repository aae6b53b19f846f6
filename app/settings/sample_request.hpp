// The samples of an antialiased picture, the same on the screen and in files.
#pragma once

#include "app/settings/settings.hpp"

namespace mariani::app {

// How many are computed beside a frame, for each of its pixels: only dwells are antialiased.
int samples_a_pixel(const render::Colouring& colouring);

// Sample `number` of a frame that is computed by `exact`, which leaves nothing automatic. Where
// fills are verified, samples have none that could be wrong: they are not verified themselves.
FrameRequest sample_request(const Settings& settings, FrameRequest exact, int number);

}  // namespace mariani::app
