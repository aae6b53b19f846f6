// How a picture too large to be computed in one go is cut into parts.
#pragma once

#include "compute/model/geometry.hpp"

#include <cstdint>
#include <vector>

namespace mariani {

// Row by row, from the top left.
using Parts = std::vector<std::vector<PixelRect>>;

// Parts of at most side x side pixels, wherever that cuts.
Parts parts_of(ImageSize image, int side);

// Parts of whole cells of the lattice g x g of the image, as many as fit into side x side pixels;
// one where not even that fits.
Parts parts_on_lattice(ImageSize image, int g, int side);

// The smallest g from `min_g` on, times a power of two, whose cells fit into side x side pixels.
int g_for_parts(ImageSize image, int min_g, int side);

// What making a picture in parts may need at a time.
struct PartBudget {
    std::int64_t part_pixels;
    std::int64_t row_pixels;  // of a row of parts: as wide as the picture
};
bool within(const Parts& parts, const PartBudget& budget);

// The smallest g from `min_g` on whose parts are within the budget; the largest where none is.
int min_g_within(ImageSize image, int min_g, int side, const PartBudget& budget);

}  // namespace mariani
