// The engines of a command.
#pragma once

#include "app/measure/run_engine.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <string_view>

namespace mariani::app {

// If the backend is `auto` and the GPU fails, the cpu takes over and one line on stderr says so.
EngineDispatcher engines_of(std::string_view command);

// The same, for measurements.
RunEngine runner_of(std::string_view command);

}  // namespace mariani::app
