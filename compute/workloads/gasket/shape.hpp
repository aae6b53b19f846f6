// The maps between a fractal's cells in the plane and its compact forms: one source for all
// backends. Shape is a plain value that kernels take as it is.
//
// A cell's digit m is the number of the copy that it lies in at level m; digit 0 belongs to the
// smallest boxes. Compact order (1-D) reads the digits as a number to the base k. The compact
// rectangle (2-D) has the even digits along x and the odd ones along y.
#pragma once

#include "compute/model/host_device.hpp"
#include "compute/workloads/gasket/fractal.hpp"

#include <cstdint>
#include <vector>

namespace mariani::gasket {

struct Cell {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    constexpr bool operator==(const Cell&) const = default;
};

struct Shape {
    static constexpr std::uint8_t hole = 255;
    static constexpr int max_copies = Fractal::max_side * Fractal::max_side;

    std::uint32_t base = 1;    // s
    std::uint32_t copies = 1;  // k
    int level = 0;             // r
    std::uint32_t side = 1;    // s^r cells
    std::uint64_t cells = 1;   // k^r
    Cell compact{1, 1};        // sides of the compact rectangle: k^ceil(r/2), k^floor(r/2)
    std::uint8_t digit_at[max_copies]{};  // of offset (x, y), at y * s + x; or hole
    std::uint8_t offset_x[max_copies]{};  // of digit 0 to k-1
    std::uint8_t offset_y[max_copies]{};
};

// The shape of a fractal at a level. Throws std::invalid_argument, with what is allowed, unless the
// level is from 0 to max_level(fractal) and the fractal valid.
Shape shape_of(const Fractal& fractal, int level);

// is_member() for s = 2, all digits at once: none of them may be that of a hole of the 2 x 2 box.
MARIANI_HOST_DEVICE constexpr bool is_member_by_bits(const Shape& shape, Cell cell) {
    for (std::uint32_t digit = 0; digit < 4; ++digit) {
        const std::uint32_t has_x = (digit & 1U) != 0 ? cell.x : ~cell.x;
        const std::uint32_t has_y = (digit & 2U) != 0 ? cell.y : ~cell.y;
        if (shape.digit_at[digit] == Shape::hole && (has_x & has_y & (shape.side - 1)) != 0)
            return false;
    }
    return true;
}

// is_member() for a known base, by which a compiler divides faster; 0: any.
template <std::uint32_t known_base>
MARIANI_HOST_DEVICE constexpr bool is_member_of(const Shape& shape, Cell cell) {
    const std::uint32_t base = known_base != 0 ? known_base : shape.base;
    for (int m = 0; m < shape.level; ++m) {
        if (shape.digit_at[cell.y % base * base + cell.x % base] == Shape::hole) return false;
        cell.x /= base;
        cell.y /= base;
    }
    return true;
}

// The cell must be inside the box.
MARIANI_HOST_DEVICE constexpr bool is_member(const Shape& shape, Cell cell) {
    if (shape.base == 2) return is_member_by_bits(shape, cell);
    if (shape.base == 3) return is_member_of<3>(shape, cell);
    return is_member_of<0>(shape, cell);
}

// The cell of the box with this number, row by row.
MARIANI_HOST_DEVICE constexpr Cell in_box(const Shape& shape, std::uint32_t index) {
    if (shape.base == 2) return {index & (shape.side - 1), index >> shape.level};  // no division
    return {index % shape.side, index / shape.side};
}

// A member's digit m = 0; its other digits are those of the cell divided by s.
MARIANI_HOST_DEVICE constexpr std::uint32_t lowest_digit(const Shape& shape, Cell cell) {
    return shape.digit_at[cell.y % shape.base * shape.base + cell.x % shape.base];
}

// A place in the compact rectangle -> the member there.
MARIANI_HOST_DEVICE constexpr Cell lambda(const Shape& shape, Cell compact) {
    Cell cell;
    std::uint32_t box = 1;  // s^m
    for (int m = 0; m < shape.level; ++m) {
        std::uint32_t& digits = m % 2 == 0 ? compact.x : compact.y;
        const std::uint32_t digit = digits % shape.copies;
        digits /= shape.copies;
        cell.x += box * shape.offset_x[digit];
        cell.y += box * shape.offset_y[digit];
        box *= shape.base;
    }
    return cell;
}

// A member -> its place in the compact rectangle. A hole has none: test membership first.
MARIANI_HOST_DEVICE constexpr Cell nu(const Shape& shape, Cell cell) {
    Cell compact;
    std::uint32_t weight = 1;  // k^floor(m/2)
    for (int m = 0; m < shape.level; ++m) {
        (m % 2 == 0 ? compact.x : compact.y) += weight * lowest_digit(shape, cell);
        if (m % 2 == 1) weight *= shape.copies;
        cell.x /= shape.base;
        cell.y /= shape.base;
    }
    return compact;
}

// The same for compact order.
MARIANI_HOST_DEVICE constexpr Cell lambda1(const Shape& shape, std::uint32_t index) {
    Cell cell;
    std::uint32_t box = 1;
    for (int m = 0; m < shape.level; ++m) {
        const std::uint32_t digit = index % shape.copies;
        index /= shape.copies;
        cell.x += box * shape.offset_x[digit];
        cell.y += box * shape.offset_y[digit];
        box *= shape.base;
    }
    return cell;
}

MARIANI_HOST_DEVICE constexpr std::uint32_t nu1(const Shape& shape, Cell cell) {
    std::uint32_t index = 0, weight = 1;  // k^m
    for (int m = 0; m < shape.level; ++m) {
        index += weight * lowest_digit(shape, cell);
        weight *= shape.copies;
        cell.x /= shape.base;
        cell.y /= shape.base;
    }
    return index;
}

// From compact order to the compact rectangle.
MARIANI_HOST_DEVICE constexpr Cell in_rectangle(const Shape& shape, std::uint32_t index) {
    Cell compact;
    std::uint32_t weight = 1;
    for (int m = 0; m < shape.level; ++m) {
        (m % 2 == 0 ? compact.x : compact.y) += weight * (index % shape.copies);
        if (m % 2 == 1) weight *= shape.copies;
        index /= shape.copies;
    }
    return compact;
}

// nu1 and membership of any fractal by one table, read for several digits of x and y: what a kernel
// needs of it. `values` is in memory of its backend.
struct ChunkTableView {
    static constexpr std::uint32_t not_member = 0xFFFFFFFF;  // greater than any index
    const std::uint32_t* values = nullptr;
    std::uint32_t side = 1;    // s^digits: cells of a chunk along one side
    std::uint32_t weight = 1;  // k^digits
    int chunks = 0;
    std::uint32_t rest_side = 1;  // of the digits above all chunks, whose table follows

    // The index in compact order of a cell inside the box, or not_member.
    MARIANI_HOST_DEVICE constexpr std::uint32_t index_of(Cell cell) const {
        std::uint32_t index = 0, factor = 1;
        for (int chunk = 0; chunk < chunks; ++chunk) {
            const std::uint32_t part = values[cell.y % side * side + cell.x % side];
            if (part == not_member) return not_member;
            index += factor * part;
            factor *= weight;
            cell.x /= side;
            cell.y /= side;
        }
        const std::uint32_t rest = values[side * side + cell.y * rest_side + cell.x];
        return rest == not_member ? not_member : index + factor * rest;
    }
};

class ChunkTable {
  public:
    explicit ChunkTable(const Shape& shape);

    const std::vector<std::uint32_t>& values() const { return values_; }

    // Over a copy of values(), by default its own.
    ChunkTableView view(const std::uint32_t* values) const;
    ChunkTableView view() const { return view(values_.data()); }

  private:
    void append(const Shape& shape, int digits);

    ChunkTableView shape_;
    std::vector<std::uint32_t> values_;  // of a chunk, row by row, and of the rest
};

}  // namespace mariani::gasket
