// The panels' fonts, from the system's font folders.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// Adds the fonts to the current ImGui context: Inter and JetBrains Mono, else what is installed,
// else ImGui's built-in one. Glyphs are drawn when they are needed, at the size they are shown in.
Fonts load_fonts();

}  // namespace mariani::app
