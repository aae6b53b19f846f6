// The small picture of a frame with its regions, for a race.
#pragma once

#include "compute/engine.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/palette.hpp"

namespace mariani::app {

// How the pictures of a race are drawn.
struct PortraitStyle {
    render::Colouring colouring;
    render::Palette palette;
    render::OverlayStyle overlay;  // used regardless of overlay.shown
    int side = 400;                // the longer side of the picture, in pixels
};

// The frame may lie anywhere; it must have regions. Throws std::bad_alloc, std::runtime_error.
render::Image portrait(const Frame& frame, const PortraitStyle& style);

}  // namespace mariani::app
