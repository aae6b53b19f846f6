// The engines of a command, and how the commands remember the best {g, r, B} and use what is
// remembered.
#pragma once

#include "app/measure/rounds.hpp"
#include "app/measure/sweep.hpp"
#include "app/measure/tunings.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// If the backend is `auto` and the GPU fails, the cpu takes over and one line on stderr says so.
EngineDispatcher engines_of(std::string_view command);

// The same, for measurements.
RunEngine runner_of(std::string_view command);

// Why a list of engines to measure has no place for this one where this plan is computed: another
// would take its place. nullopt if it has.
std::optional<std::string> why_left_out(EngineKind engine, Scheme scheme, const FramePlan& plan);

// For remember(). Damage to their file, which is kept aside, is reported on stderr. Throws
// std::runtime_error if the file cannot be read or written.
Tunings writable_tunings();

// Keeps the best of these rows unless a better one is known, and reports it. False if stopped.
bool remember(Tunings& tunings, const SweepSubject& subject, const std::vector<SweepRow>& rows,
              const std::stop_token& stop);

// Gives the engines that subdivide the g, r, B and block remembered for them and the
// request's view, and reports which. nullopt if stopped. Throws UsageError if none
// subdivides, and std::runtime_error if nothing is remembered: for what, and how to find
// it.
std::optional<std::vector<Tuning>> use_remembered(const std::vector<EngineRequest*>& engines,
                                                  FrameRequest request, std::string_view command,
                                                  const std::stop_token& stop);

}  // namespace mariani::app
