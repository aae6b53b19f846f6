// What `render` prints.
#pragma once

#include "app/measure/tunings.hpp"
#include "app/produce/poster.hpp"

#include <optional>
#include <string>

namespace mariani::app {

// One line on what was made, by what and how fast; if the work was counted, also the pixels'
// outcomes and where the iterations went. `tuned` is set if remembered parameters were used.
std::string render_report(const PosterJob& job, const PosterResult& result,
                          const std::optional<Tuning>& tuned);

}  // namespace mariani::app
