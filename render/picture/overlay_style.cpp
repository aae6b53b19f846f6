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
    static constexpr std::array<Rgb8, 11> scale{{{255, 255, 255},
                                                 {255, 242, 158},
                                                 {255, 214, 92},
                                                 {255, 180, 84},
                                                 {252, 148, 104},
                                                 {243, 122, 134},
                                                 {226, 108, 168},
                                                 {201, 106, 198},
                                                 {170, 110, 216},
                                                 {140, 116, 228},
                                                 {108, 122, 236}}};
    return scale[static_cast<std::size_t>(std::clamp<int>(level, 0, scale.size() - 1))];
}

Tint outcome_tint(Appearance appearance) {
    switch (appearance) {
        case Appearance::filled:
            return {{0, 190, 140}, 1};
        case Appearance::leaf:
            return {{232, 96, 20}, 1};
        case Appearance::unresolved:
            return {{0, 0, 0}, 1};
        default:
            return {};
    }
}

Rgb8 outcome_colour(PixelOutcome outcome) {
    switch (outcome) {
        case PixelOutcome::filled:
            return outcome_tint(Outcome::filled).colour;
        case PixelOutcome::leaf:
            return outcome_tint(Outcome::leaf).colour;
        case PixelOutcome::border:
            return {176, 244, 220};
        default:
            return {52, 70, 168};
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
