// The claims about triangles that no machine is needed for: blocks counted, and roots tried.
#pragma once

#include "app/papers/claim.hpp"

namespace mariani::app {

std::vector<Claim> triangle_formulas();

}  // namespace mariani::app
