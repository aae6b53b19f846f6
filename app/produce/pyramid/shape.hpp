// The pictures of a poster: an image pyramid, of which every level is a picture of its own, cut
// into cells, which are computed and stored one by one, and those into chunks, which are read.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/model/limits.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace mariani::app {

inline constexpr IntegerRange pyramid_sides{256, 1 << 22};
inline constexpr IntegerRange pyramid_cells{256, 16384};
inline constexpr int chunk_side = 256;  // in pixels

struct PyramidShape {
    ImageSize size;   // of level 0
    int cell = 2048;  // side of a cell in pixels: a power of two, at least a chunk
    int levels = 1;   // level k is half as large as level k - 1, rounded up
    int coarsest() const { return levels - 1; }
    bool operator==(const PyramidShape&) const = default;
};

// Levels down to the first picture that fits into a chunk.
int all_levels(ImageSize size);
std::optional<std::string> why_invalid(const PyramidShape& shape);

ImageSize level_size(const PyramidShape& shape, int level);

// A cell, counted from the top left of its level's picture.
struct CellPlace {
    int level = 0, x = 0, y = 0;
    auto operator<=>(const CellPlace&) const = default;
};

struct GridSize {
    int columns = 0, rows = 0;
    bool operator==(const GridSize&) const = default;
};
GridSize cells_of(const PyramidShape& shape, int level);
GridSize chunks_of(const PyramidShape& shape, int level);
std::int64_t cell_count(const PyramidShape& shape);  // of all levels

inline int longer_side(ImageSize size) {
    return size.width > size.height ? size.width : size.height;
}
// The same picture with a longer side of this many pixels.
ImageSize scaled_to(ImageSize size, int side);

// The chunks of a cell in a row and in a column, outside the picture included.
inline int chunks_a_side(const PyramidShape& shape) {
    return shape.cell / chunk_side;
}

// The pixels of a cell that lie in its level's picture.
PixelRect pixels_of(const PyramidShape& shape, CellPlace cell);

}  // namespace mariani::app
