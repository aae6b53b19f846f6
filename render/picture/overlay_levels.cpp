#include "render/picture/overlay_levels.hpp"

#include <algorithm>

namespace mariani::render {

LineOpacity line_opacity(const OverlayStyle& style, double side, int line_width) {
    const double lines = side / line_width;  // in line widths: at 2 only outline is left
    const auto ramp = [lines](double from, double to) {
        return static_cast<float>(std::clamp((lines - from) / (to - from), 0.0, 1.0));
    };
    return {style.line_opacity * ramp(2, 12), style.line_opacity * 0.5f * ramp(6, 24)};
}

}  // namespace mariani::render
