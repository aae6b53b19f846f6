// What of a fractal a picture shows: cells, or the density of boxes where a pixel has more than
// one.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <cstdint>

namespace mariani::gasket {

// In cells, from the upper left corner of the fractal's box; y down. Pixels are square.
struct BoardView {
    double center_x = 0;
    double center_y = 0;
    double height = 1;  // of the picture

    bool operator==(const BoardView&) const = default;
};

// Cells along one pixel.
double cells_per_pixel(const BoardView& view, ImageSize image);

struct CellRect {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    bool operator==(const CellRect&) const = default;
};

// The cells of the box that are seen, at least in part; empty where none is.
CellRect visible_cells(const BoardView& view, ImageSize image, std::uint32_t side);

// The level m of the largest boxes that are no larger than a pixel; 0 is cells.
int shown_level(const BoardView& view, ImageSize image, const Shape& shape);

}  // namespace mariani::gasket
