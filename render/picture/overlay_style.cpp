#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>

namespace mariani::render {

OverlayStyle replayed(OverlayStyle style, int level) {
    constexpr float min_tint = 0.3F;
    style.shown = true;
    style.replay_level = level;
    if (level >= 0) style.tint = std::max(style.tint, min_tint);
    return style;
}

Appearance appearance(const OverlayStyle& style, const Region& region) {
    const int level = region.level;
    if ((style.levels >> std::min(level, 31) & 1u) == 0) return Appearance::hidden;
    if (style.replay_level >= 0 && level > style.replay_level) return Appearance::hidden;
    if (style.replay_level >= 0 && level == style.replay_level) return Appearance::unresolved;
    const std::array wanted{style.filled, style.subdivided, style.leaves};
    const auto outcome = static_cast<std::size_t>(region.outcome);
    return wanted[outcome] ? static_cast<Appearance>(outcome) : Appearance::hidden;
}

Rgb8 level_colour(int level) {
    constexpr int last = role::levels.size() - 1;
    return role::levels[static_cast<std::size_t>(std::clamp(level, 0, last))];
}

Tint outcome_tint(Appearance appearance) {
    switch (appearance) {
        case Appearance::filled:
            return {role::filled, 1};
        case Appearance::leaf:
            return {role::leaf, 1};
        case Appearance::unresolved:
            return {role::unresolved, 1};
        default:
            return {};
    }
}

Rgb8 outcome_colour(PixelOutcome outcome) {
    switch (outcome) {
        case PixelOutcome::filled:
            return role::filled;
        case PixelOutcome::leaf:
            return role::leaf;
        case PixelOutcome::border:
            return role::filled_border;
        default:
            return role::subdivided_border;
    }
}

Tint tint_of(const OverlayStyle& style, Appearance appearance) {
    Tint tint = outcome_tint(appearance);
    if (appearance != Appearance::unresolved) tint.opacity *= style.tint;
    return tint;
}

LineOpacity line_opacity(const OverlayStyle& style, double side, int line_width) {
    const double lines = side / line_width;  // in line widths: at 2 only outline is left
    const auto ramp = [lines](double from, double to) {
        return static_cast<float>(std::clamp((lines - from) / (to - from), 0.0, 1.0));
    };
    return {style.line_opacity * ramp(2, 12), style.line_opacity * 0.5f * ramp(6, 24)};
}

}  // namespace mariani::render
