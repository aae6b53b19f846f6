// ASK over deltas: level by level, the borders of all regions and then all leaves as one list of
// pixels each, which a ladder decides.
#pragma once

#include "compute/workloads/mandelbrot/deep/picture.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace mariani::deep {

// Sets the dwells of pixels, given by their indices in the part. Incomplete after a stop request.
using Decide = std::function<void(const std::vector<std::uint32_t>& pixels)>;

// Paints the picture, with its levels and regions. A border is uniform only where all of its dwells
// are proven, but in a preview. The picture is incomplete after a stop request. Throws
// std::invalid_argument where the part cuts through a cell of the first lattice.
void subdivide(const Request& request, const PixelPoints& points, const Decide& decide,
               const std::stop_token& stop, Picture& picture);

}  // namespace mariani::deep
