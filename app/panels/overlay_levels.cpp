#include "app/panels/overlay_levels.hpp"

#include <algorithm>

namespace mariani::app {

ImVec4 opaque(render::Rgb8 colour) {
    constexpr float max = 255;
    return {static_cast<float>(colour.r) / max, static_cast<float>(colour.g) / max,
            static_cast<float>(colour.b) / max, 1};
}

ImVec4 level_tone(int level) {
    return opaque(render::level_colour(level));
}

// Subdivided regions have no tint in the picture: theirs is a grey that is seen on the panel.
ImVec4 outcome_tone(Outcome outcome) {
    if (outcome == Outcome::subdivided) return {0.47f, 0.51f, 0.60f, 1};
    return opaque(render::outcome_tint(outcome).colour);
}

ImVec4 outcome_tone(PixelOutcome outcome) {
    return opaque(render::outcome_colour(outcome));
}

ImVec4 readable_on(const ImVec4& background) {
    const float luminance = 0.299f * background.x + 0.587f * background.y + 0.114f * background.z;
    return luminance > 0.5f ? ImVec4{0, 0, 0, 1} : ImVec4{1, 1, 1, 1};
}

void toggle_only_level(render::OverlayStyle& overlay, int level) {
    const bool only = only_level_shown(overlay, level);
    overlay.levels = only ? ~0u : 1u << level;
    overlay.shown = true;
}

bool only_level_shown(const render::OverlayStyle& overlay, int level) {
    return overlay.shown && overlay.levels == 1u << level;
}

}  // namespace mariani::app
