// The borders above the tiles, while they are needed: not in the picture, where a column touches as
// many places of the memory as it has pixels, but line by line.
#pragma once

#include "compute/cuda/warp_regions.cuh"

namespace mariani::cuda {

// The first and the last column, and the first and the last row, of all columns and rows of the
// part's regions of the finest lattice above the tiles: each is a run of dwells. The coarser
// lattices' are among them. A row has all its pixels that are on any border; a column those that
// are on no row.
struct RingLines {
    PixelRect part;
    subdivision::Divisor lattice;
    subdivision::Divisor width;  // of the image
    subdivision::Divisor height;
    // Two runs of part.height dwells for each column of the part's regions, two of part.width for
    // each row; and where in them the image's first column and row would begin, were they there.
    std::uint32_t* columns;
    std::uint32_t* rows;
    std::int64_t column_origin;
    std::int64_t row_origin;

    // Indexed by y, and by x, of the image.
    __device__ std::uint32_t* column(int x) const {
        return columns + (line(x, width) * part.height + column_origin);
    }
    __device__ std::uint32_t* row(int y) const {
        return rows + (line(y, height) * part.width + row_origin);
    }
    __device__ bool has_row(int y) const {
        const int length = static_cast<int>(height.value());
        const auto cell = subdivision::cell_of_pixel(y, height, lattice.value());
        return y == subdivision::cell_begin(cell, length, lattice) ||
               y == subdivision::cell_begin(cell + 1, length, lattice) - 1;
    }

  private:
    __device__ std::int64_t line(int pixel, const subdivision::Divisor& length) const {
        const auto cell = subdivision::cell_of_pixel(pixel, length, lattice.value());
        const int begin = subdivision::cell_begin(cell, static_cast<int>(length.value()), lattice);
        return 2 * cell + (pixel == begin ? 0 : 1);
    }
};

// The lines of one region's border.
struct RegionLines {
    PixelRect rect;
    std::uint32_t* left;
    std::uint32_t* right;
    std::uint32_t* top;
    std::uint32_t* bottom;

    __device__ static RegionLines of(const RingLines& lines, PixelRect rect) {
        return {rect, lines.column(rect.x), lines.column(rect.x + rect.width - 1),
                lines.row(rect.y), lines.row(rect.y + rect.height - 1)};
    }

    // Where the dwell of a pixel of the border is read.
    __device__ std::uint32_t* place(int x, int y) const {
        if (y == rect.y) return top + x;
        if (y == rect.y + rect.height - 1) return bottom + x;
        return x == rect.x ? left + y : right + y;
    }
};

}  // namespace mariani::cuda
