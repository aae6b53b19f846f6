// Where a part of a picture lies on the lattices of the whole picture.
#pragma once

#include "compute/model/geometry.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani {

// Consecutive cells of one axis of a lattice.
struct CellRange {
    std::int64_t first = 0;
    std::int64_t count = 0;
    bool operator==(const CellRange&) const = default;
};

// All lattices are laid over the image, whatever part of it is computed.
struct Layout {
    ImageSize image;
    CellRange columns;  // of the first lattice, g x g, in the part
    CellRange rows;
    bool operator==(const Layout&) const = default;
};

// Nothing where the part cuts through a cell of the first lattice.
std::optional<Layout> find_layout(const PixelRect& part, ImageSize image, int g);

// Throws std::invalid_argument there.
Layout layout_of(const PixelRect& part, ImageSize image, int g);

// Why a part may not be computed by subdivision with this g, in words a user can act on.
std::optional<std::string> why_part_invalid(const PixelRect& part, ImageSize image, int g);

}  // namespace mariani
