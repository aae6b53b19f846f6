// What `render` prints.
#pragma once

#include "app/measure/tuning.hpp"
#include "app/produce/poster.hpp"

#include <optional>
#include <string>

namespace mariani::app {

// A line of what was made, by what and how fast; where the work was counted, also what became of
// the pixels and where the iterations went. `tuned` is what it was computed with, where remembered.
std::string render_report(const PosterJob& job, const PosterResult& result,
                          const std::optional<Tuning>& tuned);

}  // namespace mariani::app
