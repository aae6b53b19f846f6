#include "compute/workloads/gasket/shape.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace mariani::gasket {

Shape shape_of(const Fractal& fractal, int level) {
    validate(fractal);
    if (level < 0 || level > max_level(fractal))
        throw std::invalid_argument("the level r of the fractal " + fractal.name +
                                    " must be from 0 to " + std::to_string(max_level(fractal)) +
                                    ", not " + std::to_string(level));
    Shape shape;
    shape.base = static_cast<std::uint32_t>(fractal.side);
    shape.copies = static_cast<std::uint32_t>(fractal.offsets.size());
    shape.level = level;
    for (int m = 0; m < level; ++m) {
        shape.side *= shape.base;
        shape.cells *= shape.copies;
        (m % 2 == 0 ? shape.compact.x : shape.compact.y) *= shape.copies;
    }
    std::fill(std::begin(shape.digit_at), std::end(shape.digit_at), Shape::hole);
    for (std::size_t digit = 0; digit < fractal.offsets.size(); ++digit) {
        const auto [x, y] = fractal.offsets[digit];
        shape.digit_at[y * fractal.side + x] = static_cast<std::uint8_t>(digit);
        shape.offset_x[digit] = static_cast<std::uint8_t>(x);
        shape.offset_y[digit] = static_cast<std::uint8_t>(y);
    }
    return shape;
}

namespace {

// A table of at most 2^12 entries stays in any first-level cache.
constexpr std::uint32_t max_entries = 1U << 12;

int digits_in_chunk(const Shape& shape) {
    int digits = 0;
    std::uint32_t entries = shape.base * shape.base;
    for (; digits < shape.level && entries <= max_entries; ++digits)
        entries *= shape.base * shape.base;
    return digits;
}

}  // namespace

ChunkTable::ChunkTable(const Shape& shape) {
    const int digits = digits_in_chunk(shape);
    const int rest = digits == 0 ? 0 : shape.level % digits;
    for (int m = 0; m < digits; ++m) {
        shape_.side *= shape.base;
        shape_.weight *= shape.copies;
    }
    for (int m = 0; m < rest; ++m) shape_.rest_side *= shape.base;
    shape_.chunks = digits == 0 ? 0 : shape.level / digits;
    append(shape, digits);
    append(shape, rest);
}

// The table of so many digits.
void ChunkTable::append(const Shape& shape, int digits) {
    Shape chunk = shape;
    chunk.level = digits;
    chunk.side = 1;
    for (int m = 0; m < digits; ++m) chunk.side *= shape.base;
    for (std::uint32_t y = 0; y < chunk.side; ++y)
        for (std::uint32_t x = 0; x < chunk.side; ++x)
            values_.push_back(is_member(chunk, {x, y}) ? nu1(chunk, {x, y})
                                                       : ChunkTableView::not_member);
}

ChunkTableView ChunkTable::view(const std::uint32_t* values) const {
    ChunkTableView made = shape_;
    made.values = values;
    return made;
}

}  // namespace mariani::gasket
