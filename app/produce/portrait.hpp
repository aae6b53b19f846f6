// The pictures of a frame for a race: a small one with its regions, and how it grew.
#pragma once

#include "compute/engine.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/growing_picture.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/palette.hpp"

#include <memory>

namespace mariani::app {

// How the pictures of a race are drawn.
struct PortraitStyle {
    render::Colouring colouring;
    render::Palette palette;
    render::OverlayStyle overlay;  // used regardless of overlay.shown
    int side = 400;                // the longer side of the picture, in pixels
    int growth_side = 1280;        // at most, of the one that grows
};

// The frame may lie anywhere; it must have regions. Throws std::bad_alloc, std::runtime_error.
render::Image portrait(const Frame& frame, const PortraitStyle& style);

// How a frame grew, without its regions; null if it has no work. It covers its whole picture.
std::shared_ptr<const render::GrowingPicture> growth_of(const Frame& frame,
                                                        const PortraitStyle& style);

}  // namespace mariani::app
