// What is known of the dwells on screen, and how.
#pragma once

#include "app/panels/panels.hpp"

#include <string>

namespace mariani::app {

// In a word or two; empty while nothing is known.
std::string exactness_label(const Observations& seen);

// In sentences: what was checked, and what was not.
std::string exactness_details(const Observations& seen);

// How the dwells of a deep picture were proven, and its reference orbit.
void proof_rows(const PanelContext& context);

}  // namespace mariani::app
