// The overlay's colours for ImGui, and which of its levels are shown.
#pragma once

#include "compute/model/region.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"

#include <imgui.h>

namespace mariani::app {

ImVec4 level_tone(int level);  // of the level's outlines
ImVec4 outcome_tone(Outcome outcome);
ImVec4 outcome_tone(PixelOutcome outcome);
ImVec4 opaque(render::Rgb8 colour);
ImVec4 readable_on(const ImVec4& background);  // black or white

// Shows only this level in the overlay; if it already is the only one, all of them.
void toggle_only_level(render::OverlayStyle& overlay, int level);
bool only_level_shown(const render::OverlayStyle& overlay, int level);

}  // namespace mariani::app
