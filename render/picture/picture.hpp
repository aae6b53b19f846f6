// The picture on the CPU: what the shaders draw, for files and posters.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/region_map.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/viewport.hpp"

#include <cstdint>

namespace mariani::render {

// The extent of dwells (or of work) in rgb; fractions may be empty, and the exterior if the colours
// do not need it.
Image draw_picture(const HostField<std::uint32_t>& dwells, const HostField<float>& fractions,
                   const ColourMap& colours, const HostExterior& exterior = {});

// The same for how pixels got their dwells, for some rows of a map in host memory; for
// ColourMap::of_levels or of_outcomes.
Image draw_origins(const RegionMap& regions, int first_row, int rows, const ColourMap& colours);

// Draws the overlay (regardless of style.shown) over an image in which the map's picture appears at
// that placement, as RegionOverlay does in a viewport; {1, {0, n}}: pixel by pixel from its row n
// on. The map is in host memory. line_width is in pixels.
void draw_overlay(Image& image, const RegionMap& regions, const OverlayStyle& style,
                  const Placement& placement = {}, int line_width = 1);

}  // namespace mariani::render
