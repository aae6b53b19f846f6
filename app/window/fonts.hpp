// The panels' fonts, from the system's font folders.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// Replaces the fonts of the current ImGui context by ones with this many pixels per unit of text
// size: Inter and JetBrains Mono, else what is installed, else ImGui's built-in one. The texture
// must be recreated afterwards. fonts.scale stays 0.
Fonts load_fonts(float pixels_per_unit);

}  // namespace mariani::app
