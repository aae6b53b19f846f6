// What the commands remember of the best {g, r, B}, and take from there.
#pragma once

#include "app/session/tuning.hpp"

#include <optional>
#include <stop_token>
#include <string_view>

namespace mariani::app {

// As tuning_class(), on engines of its own. Nothing when stopped.
std::optional<TuningClass> class_of(const FrameRequest& request, std::string_view command,
                                    const std::stop_token& stop);

// Throws std::runtime_error where nothing is remembered: of what, and how to find it.
Tuning remembered(const TuningClass& where);

}  // namespace mariani::app
