#include "compute/workloads/gasket/chunk_table.hpp"

namespace mariani::gasket {
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
