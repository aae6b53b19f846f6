// The samples of an antialiased picture, the same on the screen and in files.
#pragma once

#include "app/settings/settings.hpp"

namespace mariani::app {

// Sample `number` of a frame that is computed by `exact`, which leaves nothing automatic. Where
// fills are verified, samples have none that could be wrong: they are not verified themselves.
FrameRequest sample_request(const Settings& settings, FrameRequest exact, int number);

}  // namespace mariani::app
