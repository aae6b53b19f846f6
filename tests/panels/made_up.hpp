// Something to show: a frame as produced by ASK or Ex, and everything else a window observes.
#pragma once

#include "app/panels/observations.hpp"

namespace mariani::app {

Frame made_up_frame(EngineKind engine = EngineKind::ask);
WorkSums made_up_work();  // of that frame
Observations made_up_observations();

}  // namespace mariani::app
