// The engines as each part of the window is handed them.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/window/display_route.hpp"

namespace mariani::app {

// Leaves frames where the route shows them from; it outlives what is returned.
FrameWorker::Compute frame_runner(EngineDispatcher engines, const DisplayRoute& route);
FrameWorker::Preview preview_runner(EngineDispatcher engines);

}  // namespace mariani::app
