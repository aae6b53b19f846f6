// Something to show: a frame as produced by ASK or Ex, and everything else a window observes.
#pragma once

#include "app/panels/observations.hpp"

namespace mariani::app {

Frame fake_frame(EngineKind engine = EngineKind::ask);
WorkSums fake_work();  // of that frame
Observations fake_observations();

}  // namespace mariani::app
