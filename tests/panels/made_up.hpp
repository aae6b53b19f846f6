// Something to show: a frame as ASK or Ex would leave it, and all else a window sees.
#pragma once

#include "app/panels/observations.hpp"

namespace mariani::app {

Frame made_up_frame(EngineKind engine = EngineKind::ask);
WorkSums made_up_work();  // of that frame
Observations made_up_observations();

}  // namespace mariani::app
