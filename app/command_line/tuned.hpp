// What the commands remember of the best {g, r, B}, and take from there.
#pragma once

#include "app/measure/sweep.hpp"
#include "app/measure/tunings.hpp"

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace mariani::app {

// For remember(). What was wrong with their file, which is kept aside, goes to stderr. Throws
// std::runtime_error where it cannot be read or written.
Tunings writable_tunings();

// Keeps the best of these rows, where nothing better is known, and tells. False when stopped.
bool remember(Tunings& tunings, const SweepSubject& subject, const std::vector<SweepRow>& rows,
              const std::stop_token& stop);

// Gives those that subdivide the g, r, B and block that are
// remembered for them and the request's view, and tells which. Nothing when stopped. Throws a
// UsageError where none subdivides, and std::runtime_error where nothing is remembered: of what,
// and how to find it.
std::optional<std::vector<Tuning>> use_remembered(const std::vector<EngineRequest*>& engines,
                                                  FrameRequest request, std::string_view command,
                                                  const std::stop_token& stop);

}  // namespace mariani::app
