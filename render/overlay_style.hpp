// Which regions the grid overlay shows, and how.
#pragma once

#include <cstdint>

namespace mariani::render {

struct OverlayStyle {
    bool shown = false;
    bool filled = true;
    bool subdivided = true;
    bool leaves = true;
    std::uint32_t levels = 0xffffffffu;  // bit i: level i is shown
    int replay_level = -1;      // -1: the finished subdivision; else as it was at that level
    float tint = 0.25f;         // of the outcome over the region's area, 0 to 1
    float line_opacity = 0.8f;  // of the outlines, 0 to 1
    bool operator==(const OverlayStyle&) const = default;
};

}  // namespace mariani::render
