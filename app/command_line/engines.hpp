// The engines of a command.
#pragma once

#include "app/measure/rounds.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mariani::app {

// If the backend is `auto` and the GPU fails, the cpu takes over and one line on stderr says so.
EngineDispatcher engines_of(std::string_view command);

// The same, for measurements.
RunEngine runner_of(std::string_view command);

// Why a list of engines to measure has no place for this one where this plan is computed: another
// would take its place. nullopt if it has.
std::optional<std::string> why_left_out(EngineKind engine, Scheme scheme, const FramePlan& plan);

}  // namespace mariani::app
