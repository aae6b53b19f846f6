// What the insets show and how large they are, as those who draw their pictures need to know.
#pragma once

#include "compute/model/view.hpp"

namespace mariani::app {

// At scale 1.
inline constexpr float julia_side = 280;
inline constexpr float minimap_width = 160, minimap_height = 130;

// The whole set with a margin, in the minimap's shape.
inline const View minimap_view{{-0.7, 0.0}, 2.56};

// Whether a view is so small a part of the set that one may have lost one's way.
inline bool minimap_helps(const View& view) {
    if (view.julia) return false;  // it is of the Mandelbrot set
    constexpr double parts = 4;    // magnification of a view of height 2
    return view.height < Length(2 / parts);
}

}  // namespace mariani::app
