// Points, and the cells of the quadtree: dyadic squares of [0, 1)^2, y up. One source for host and
// device; all of it is exact, so a comparison with a centre and a bit of a key agree.
#pragma once

#include "compute/model/host_device.hpp"

#include <cstdint>

namespace mariani::points {

inline constexpr int max_depth = 16;  // two bits a level: a key has 32

// Both in [0, 1).
struct alignas(8) Point {
    float x, y;
    bool operator==(const Point&) const = default;
};

// A cell of level d: its prefix has a digit of two bits for each level, the first one highest.
struct Cell {
    std::uint32_t level = 0;
    std::uint32_t prefix = 0;
    bool operator==(const Cell&) const = default;
};

// Bit i of the low half goes to bit 2i.
MARIANI_HOST_DEVICE constexpr std::uint32_t spread_bits(std::uint32_t value) {
    value = (value | value << 8) & 0x00FF00FF;
    value = (value | value << 4) & 0x0F0F0F0F;
    value = (value | value << 2) & 0x33333333;
    return (value | value << 1) & 0x55555555;
}
MARIANI_HOST_DEVICE constexpr std::uint32_t gather_bits(std::uint32_t value) {
    value &= 0x55555555;
    value = (value | value >> 1) & 0x33333333;
    value = (value | value >> 2) & 0x0F0F0F0F;
    value = (value | value >> 4) & 0x00FF00FF;
    return (value | value >> 8) & 0x0000FFFF;
}

// The prefix of the cell of that level in which a point lies.
MARIANI_HOST_DEVICE constexpr std::uint32_t key_of(const Point& point, int level) {
    const std::uint32_t cells = std::uint32_t{1} << level;
    const auto side = static_cast<float>(cells);
    const auto column = static_cast<std::uint32_t>(point.x * side);
    const auto row = static_cast<std::uint32_t>(point.y * side);
    return spread_bits(cells - 1 - row) << 1 | spread_bits(column);
}

// Digit `level` (0: the first) of a key of `depth` digits.
MARIANI_HOST_DEVICE constexpr std::uint32_t digit_of(std::uint32_t key, std::uint32_t depth,
                                                     std::uint32_t level) {
    return key >> 2 * (depth - 1 - level) & 3;
}

// 2^-level.
MARIANI_HOST_DEVICE constexpr float side_of(const Cell& cell) {
    return 1.0F / static_cast<float>(std::uint32_t{1} << cell.level);
}
// The corner with the least x and y.
MARIANI_HOST_DEVICE constexpr Point corner_of(const Cell& cell) {
    const std::uint32_t last = (std::uint32_t{1} << cell.level) - 1;
    return {static_cast<float>(gather_bits(cell.prefix)) * side_of(cell),
            static_cast<float>(last - gather_bits(cell.prefix >> 1)) * side_of(cell)};
}
MARIANI_HOST_DEVICE constexpr Point centre_of(const Cell& cell) {
    const Point corner = corner_of(cell);
    const float half = side_of(cell) / 2;
    return {corner.x + half, corner.y + half};
}

// Quadrants: 0 top left, 1 top right, 2 bottom left, 3 bottom right.
MARIANI_HOST_DEVICE constexpr std::uint32_t quadrant_of(const Point& point, const Point& centre) {
    return (point.y < centre.y ? 2U : 0U) + (point.x >= centre.x ? 1U : 0U);
}

MARIANI_HOST_DEVICE constexpr bool contains(const Cell& cell, const Point& point) {
    const Point corner = corner_of(cell);
    const float side = side_of(cell);
    return point.x >= corner.x && point.x < corner.x + side && point.y >= corner.y &&
           point.y < corner.y + side;
}

}  // namespace mariani::points
