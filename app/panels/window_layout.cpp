#include "app/panels/window_layout.hpp"

#include "app/panels/panels.hpp"

#include <algorithm>

namespace mariani::app {

WindowLayout window_layout(const Settings& settings, bool laboratory_shown, const Fonts& fonts,
                           float window_width) {
    // Its share of the window: alone in a small one, its plots need more room than the picture.
    constexpr float max_laboratory_share = 0.85f;
    const auto width = [&](float wanted, float share) {
        const float clamped = std::clamp(wanted, min_column_width, max_column_width);
        return std::min(clamped * fonts.scale, window_width * share);
    };
    float laboratory = width(settings.laboratory_width, max_laboratory_share);
    float panel = width(settings.panel_width, max_columns_share);
    const bool both = panel + laboratory <= window_width * max_columns_share;
    if (!laboratory_shown) laboratory = 0;
    if (!settings.panel_shown || (laboratory_shown && !both)) panel = 0;
    const float picture = window_width - panel - laboratory;
    if (settings.panel_left)
        return {{panel + laboratory, picture}, {panel, laboratory}, {0, panel}, both};
    return {{0, picture}, {picture, laboratory}, {picture + laboratory, panel}, both};
}

}  // namespace mariani::app
