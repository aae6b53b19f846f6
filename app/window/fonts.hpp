// The fonts of the panels, from the system's font folders.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// Replaces the fonts of the current ImGui context by ones of this many pixels per unit of text
// size: Inter and JetBrains Mono, else what is there, else ImGui's built-in one. The texture has to
// be made anew afterwards. fonts.scale stays 0.
Fonts load_fonts(float pixels_per_unit);

}  // namespace mariani::app
