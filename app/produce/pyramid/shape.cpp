#include "app/produce/pyramid/shape.hpp"

#include "compute/model/text.hpp"

#include <algorithm>
#include <bit>

#include <fmt/core.h>

namespace mariani::app {
namespace {

int pieces(int length, int side) {
    return (length + side - 1) / side;
}

}  // namespace

int all_levels(ImageSize size) {
    int levels = 1;
    for (; std::max(size.width, size.height) > chunk_side; ++levels)
        size = {pieces(size.width, 2), pieces(size.height, 2)};
    return levels;
}

std::optional<std::string> why_invalid(const PyramidShape& shape) {
    using mariani::why_invalid;
    for (const auto& [name, side] : {std::pair("the poster's width", shape.size.width),
                                     std::pair("the poster's height", shape.size.height)})
        if (auto why = why_invalid(name, side, pyramid_sides)) return why;
    if (!std::has_single_bit(static_cast<unsigned>(shape.cell)) || !pyramid_cells.holds(shape.cell))
        return fmt::format("a cell's side is {}: it must be a power of two from {} to {}",
                           shape.cell, pyramid_cells.min, pyramid_cells.max);
    return why_invalid("the number of levels", shape.levels, {1, all_levels(shape.size)});
}

ImageSize level_size(const PyramidShape& shape, int level) {
    ImageSize size = shape.size;
    for (; level > 0; --level) size = {pieces(size.width, 2), pieces(size.height, 2)};
    return size;
}

GridSize cells_of(const PyramidShape& shape, int level) {
    const ImageSize size = level_size(shape, level);
    return {pieces(size.width, shape.cell), pieces(size.height, shape.cell)};
}

GridSize chunks_of(const PyramidShape& shape, int level) {
    const ImageSize size = level_size(shape, level);
    return {pieces(size.width, chunk_side), pieces(size.height, chunk_side)};
}

std::int64_t cell_count(const PyramidShape& shape) {
    std::int64_t count = 0;
    for (int level = 0; level < shape.levels; ++level) {
        const GridSize cells = cells_of(shape, level);
        count += std::int64_t{cells.columns} * cells.rows;
    }
    return count;
}

ImageSize scaled_to(ImageSize size, int side) {
    const auto scaled = [&](int length) {
        return std::max(1, static_cast<int>(std::int64_t{length} * side / longer_side(size)));
    };
    return {scaled(size.width), scaled(size.height)};
}

PixelRect pixels_of(const PyramidShape& shape, CellPlace cell) {
    const ImageSize size = level_size(shape, cell.level);
    const int x = cell.x * shape.cell, y = cell.y * shape.cell;
    return {x, y, std::min(shape.cell, size.width - x), std::min(shape.cell, size.height - y)};
}

}  // namespace mariani::app
