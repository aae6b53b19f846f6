// What is left to do of a region whose outcome is known, cut so that threads can share it.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/model/region.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mariani::cpu {

// Pixels inside a region whose outcome is known: to fill with a dwell, or a leaf's to iterate.
struct Piece {
    PixelRect rect;
    PixelRect region;
    std::uint32_t dwell;
    std::uint8_t level;
    Outcome outcome;
};

// Appends rect as bands of about `pixels` pixels: whole rows, or parts of rows where one row is
// longer than that.
void append_bands(std::vector<PixelRect>& bands, PixelRect rect, std::int64_t pixels);

// Cuts pieces into groups of about as many pixels each, so that threads can share one region (MBR).
std::vector<std::vector<Piece>> spread(std::span<const Piece> pieces);

}  // namespace mariani::cpu
