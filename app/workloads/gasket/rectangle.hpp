// A state as a picture of its compact rectangle, which has all cells of the fractal and no holes.
#pragma once

#include "compute/service/gasket_request.hpp"
#include "render/picture/image.hpp"

namespace mariani::app {

// As wide as that, with square cells where there is room for a pixel of each row.
ImageSize rectangle_size(const gasket::Shape& shape, int width);

// In the colours of the fractal's picture: pixels of at least a cell show the cell in their middle,
// larger ones how many of their cells are alive.
render::Image draw_rectangle(const gasket::Shape& shape, const gasket::Snapshot& state,
                             ImageSize size);

}  // namespace mariani::app
