// What is known of the dwells on screen, and how.
#pragma once

#include "app/panels/panels.hpp"

#include <string>

namespace mariani::app {

// In a word or two; empty while nothing is known.
std::string exactness_label(const Observations& seen);

// In sentences: what was checked, and what was not.
std::string exactness_details(const Observations& seen);

// The same, and how the dwells were proven: by which methods, from which reference orbit.
void proof_panel(const PanelContext& context);

}  // namespace mariani::app
