// The picture's colours on the panels: those of the overlay and which of its levels are shown, and
// strips that tell what the colours of work and distance mean.
#pragma once

#include "app/panels/panels.hpp"
#include "compute/model/region.hpp"
#include "render/picture/overlay_style.hpp"

#include <cstdint>

#include <imgui.h>

namespace mariani::app {

ImVec4 level_tone(int level);  // of the level's outlines
ImVec4 outcome_tone(Outcome outcome);
ImVec4 outcome_tone(PixelOutcome outcome);
ImVec4 readable_on(const ImVec4& background);  // black or white

// Shows only this level in the overlay; if it already is the only one, all of them.
void toggle_only_level(render::OverlayStyle& overlay, int level);
bool only_level_shown(const render::OverlayStyle& overlay, int level);

// From one iteration to the most, on a logarithmic scale with ticks below; `width` in ImGui's
// units.
void draw_work_scale(const PanelContext& context, std::uint32_t most, float width);

// Whether the frame on screen is coloured by distance, in a palette that is known.
bool shows_distance(const PanelContext& context);

// From none to the farthest, in pixels and unlit; where shows_distance(). `width` in ImGui's units.
void draw_distance_scale(const PanelContext& context, float width);

}  // namespace mariani::app
