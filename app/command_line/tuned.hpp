// How the commands remember the best {g, r, B}, and use what is remembered.
#pragma once

#include "app/measure/sweep.hpp"
#include "app/measure/tunings.hpp"

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace mariani::app {

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
