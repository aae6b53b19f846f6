// The claims about compact fractals that no machine is needed for: sizes counted, and maps tried.
#pragma once

#include "app/papers/claim.hpp"

namespace mariani::app {

std::vector<Claim> fractals_formulas();

}  // namespace mariani::app
