// What measures is handed an engine as this function.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/frame_request.hpp"

#include <functional>
#include <optional>
#include <stop_token>

namespace mariani::app {

// Computes a request on the calling thread, in its turn; nothing when stopped. Errors as
// EngineDispatcher::compute's.
using RunEngine = std::function<std::optional<Frame>(const FrameRequest&, std::stop_token)>;

}  // namespace mariani::app
