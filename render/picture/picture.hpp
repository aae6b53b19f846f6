// The picture on the CPU: what the shaders draw, for files and posters, and small ones beside
// others.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/geometry.hpp"
#include "compute/model/region.hpp"
#include "compute/model/region_map.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/viewport.hpp"

#include <cstdint>
#include <span>
#include <vector>

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

// The size of this shape whose longer side is `side`.
ImageSize fitted(ImageSize shape, int side);

// In rgb: a pixel has the mean colour of all dwells within it, or of the one it lies in. Fractions
// may be empty, and the exterior if the colours do not need it. Needs no more memory than the
// picture.
Image draw_at_size(const HostField<std::uint32_t>& dwells, const HostField<float>& fractions,
                   const ColourMap& colours, ImageSize size, const HostExterior& exterior = {});

// A picture in rgb at another size, likewise.
Image at_size(const Image& picture, ImageSize size);

// The regions as map_regions takes them for such a picture, in the same order, without those too
// small for a pixel.
std::vector<Region> at_size(std::span<const Region> regions, PixelRect part, ImageSize size);

}  // namespace mariani::render
