// A picture at another size than the dwells', with its regions: a thumbnail of a frame beside
// others.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/pixel_share.hpp"
#include "compute/model/region.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/image.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mariani::render {

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
