#include "app/panels/window_layout.hpp"

#include "app/panels/panels.hpp"

#include <algorithm>

namespace mariani::app {

WindowLayout window_layout(const Settings& settings, bool laboratory_shown, const Fonts& fonts,
                           float window_width) {
    // Of the window's width, for both columns and for the laboratory alone in a small window, where
    // its plots need more room than the picture.
    constexpr float max_share = 0.55f, max_laboratory_share = 0.85f;
    const auto width = [&](bool shown, float wanted, float share) {
        const float clamped = std::clamp(wanted, min_column_width, max_column_width);
        return shown ? std::min(clamped * fonts.scale, window_width * share) : 0;
    };
    const float laboratory =
        width(laboratory_shown, settings.laboratory_width, max_laboratory_share);
    float panel = width(settings.panel_shown, settings.panel_width, max_share);
    if (laboratory > 0 && panel + laboratory > window_width * max_share) panel = 0;
    const float picture = window_width - panel - laboratory;
    if (settings.panel_left)
        return {{panel + laboratory, picture}, {panel, laboratory}, {0, panel}};
    return {{0, picture}, {picture, laboratory}, {picture + laboratory, panel}};
}

}  // namespace mariani::app
