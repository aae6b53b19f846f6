// The claims of the chapter that its listings decide alone, followed step by step.
#pragma once

#include "app/papers/claim.hpp"

namespace mariani::app {

std::vector<Claim> textbook_formulas();

}  // namespace mariani::app
