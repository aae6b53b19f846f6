#include "compute/workloads/gasket/board_view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mariani::gasket {
namespace {

// The whole cells from begin on that an interval touches, before `side`.
std::pair<std::uint32_t, std::uint32_t> touched(double center, double length, std::uint32_t side) {
    const auto last = static_cast<double>(side);
    const double begin = std::clamp(std::floor(center - length / 2), 0.0, last);
    const double end = std::clamp(std::ceil(center + length / 2), 0.0, last);
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
}

}  // namespace

double cells_per_pixel(const BoardView& view, ImageSize image) {
    return view.height / image.height;
}

CellRect visible_cells(const BoardView& view, ImageSize image, std::uint32_t side) {
    const double width = cells_per_pixel(view, image) * image.width;
    const auto [x, columns] = touched(view.center_x, width, side);
    const auto [y, rows] = touched(view.center_y, view.height, side);
    if (columns == 0 || rows == 0) return {};
    return {x, y, columns, rows};
}

int shown_level(const BoardView& view, ImageSize image, const Shape& shape) {
    const double pixel = cells_per_pixel(view, image);
    int level = 0;
    for (double box = shape.base; level < shape.level && box <= pixel; box *= shape.base) ++level;
    return level;
}

}  // namespace mariani::gasket
