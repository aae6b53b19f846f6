// The lattice of regions: at level i the whole image is cut into L x L regions, L = g * r^i, of
// which a frame computes those in its part.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/model/geometry.hpp"
#include "compute/model/region.hpp"
#include "compute/subdivision/divisor.hpp"

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

namespace mariani::subdivision {

// Where the cell begins on an axis of `length` pixels: floor(cell * length / lattice). A cell is at
// most the lattice, which is below 65536, and the length at most that: 32 bits hold the product.
// Lattice: std::int64_t or Divisor.
template <typename Lattice>
MARIANI_HOST_DEVICE int cell_begin(std::int64_t cell, int length, Lattice lattice) {
    return static_cast<int>(static_cast<std::uint32_t>(cell) * static_cast<std::uint32_t>(length) /
                            divisor(lattice));
}

// The cell that holds a pixel of the axis. Length: int or Divisor.
template <typename Length>
MARIANI_HOST_DEVICE std::int64_t cell_of_pixel(int pixel, Length length, std::int64_t lattice) {
    return ((static_cast<std::uint32_t>(pixel) + 1) * static_cast<std::uint32_t>(lattice) - 1) /
           divisor(length);
}

// The pixels of a cell; children nest exactly for all sizes.
template <typename Lattice>
MARIANI_HOST_DEVICE PixelRect cell_rect(ImageSize image, Lattice lattice, LatticeCell cell) {
    const int left = cell_begin(cell.ix, image.width, lattice);
    const int top = cell_begin(cell.iy, image.height, lattice);
    const int right = cell_begin(std::int64_t{cell.ix} + 1, image.width, lattice);
    const int bottom = cell_begin(std::int64_t{cell.iy} + 1, image.height, lattice);
    return {left, top, right - left, bottom - top};
}

MARIANI_HOST_DEVICE inline int longer_side(ImageSize image) {
    return image.width > image.height ? image.width : image.height;
}

// The stop rule: whether a heterogeneous region of this lattice is subdivided, that is whether
// max(W, H) / (lattice * r) > B, in exact arithmetic (all factors together stay below 2^43).
MARIANI_HOST_DEVICE inline bool subdivides(ImageSize image, SubdivisionParams params,
                                           std::int64_t lattice) {
    return longer_side(image) > lattice * params.r * params.B;
}

// Those of an axis's `count` cells from `first` on that hold pixels: their number, and the k-th of
// them. A lattice finer than the pixels has one such cell for each pixel.
struct OccupiedCells {
    std::int64_t first;  // the first cell, or the first pixel where the lattice is finer
    std::int64_t count;
    int length;
    std::int64_t lattice;

    MARIANI_HOST_DEVICE std::int64_t operator[](std::int64_t k) const {
        return lattice <= length ? first + k
                                 : cell_of_pixel(static_cast<int>(first + k), length, lattice);
    }
};

MARIANI_HOST_DEVICE inline OccupiedCells occupied_cells(CellRange cells, int length,
                                                        std::int64_t lattice) {
    if (lattice <= length) return {cells.first, cells.count, length, lattice};
    const int begin = cell_begin(cells.first, length, lattice);
    const int end = cell_begin(cells.first + cells.count, length, lattice);
    return {begin, end - begin, length, lattice};
}

// The regions with pixels below a region (or of the first level), numbered row by row.
struct Children {
    OccupiedCells columns;
    OccupiedCells rows;

    MARIANI_HOST_DEVICE std::int64_t count() const { return columns.count * rows.count; }
    MARIANI_HOST_DEVICE LatticeCell operator[](std::int64_t k) const {
        return {static_cast<std::uint32_t>(columns[k % columns.count]),
                static_cast<std::uint32_t>(rows[k / columns.count])};
    }
};

MARIANI_HOST_DEVICE inline Children first_regions(const Layout& layout, std::int64_t g) {
    return {occupied_cells(layout.columns, layout.image.width, g),
            occupied_cells(layout.rows, layout.image.height, g)};
}

// All regions of a lattice that lie in the part; g is that of the first lattice.
inline Children regions_on(const Layout& layout, std::int64_t g, std::int64_t lattice) {
    const std::int64_t finer = lattice / g;
    const CellRange columns{layout.columns.first * finer, layout.columns.count * finer};
    const CellRange rows{layout.rows.first * finer, layout.rows.count * finer};
    return first_regions({layout.image, columns, rows}, lattice);
}

// `lattice` is the parent's.
MARIANI_HOST_DEVICE inline Children children(ImageSize image, std::int64_t lattice,
                                             LatticeCell parent, std::int64_t r) {
    return {occupied_cells({parent.ix * r, r}, image.width, lattice * r),
            occupied_cells({parent.iy * r, r}, image.height, lattice * r)};
}

}  // namespace mariani::subdivision
