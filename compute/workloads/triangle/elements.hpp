// What the tests compute of a cell, and where it lies: one source for host and device.
#pragma once

#include "compute/model/counter_hash.hpp"
#include "compute/model/host_device.hpp"
#include "compute/workloads/triangle/problem.hpp"
#include "compute/workloads/triangle/shape.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace mariani::triangle {

// A point of EDM; or a sphere, w its radius. Unused coordinates are 0.
struct alignas(16) Point {
    float x, y, z, w;
};

inline constexpr int max_features = 4;
inline constexpr float space_side = 100;  // the spheres' centres lie in a cube, or on a line
inline constexpr float min_radius = 1;
inline constexpr float max_radius = 6;

inline constexpr double max_speed = 0.125;  // along each axis, in sides of the space a second

// Coordinate `axis` of point `index` at the time 0, in [0, 1).
MARIANI_HOST_DEVICE inline float coordinate(std::uint64_t seed, Count index, int axis) {
    return unit_float(counter_hash(seed, static_cast<std::uint64_t>(4 * index + axis)));
}

// What moves along the line is reflected at 0 and at 1. Nothing is rounded but the result.
MARIANI_HOST_DEVICE inline float reflected(double place) {
    const double lap = std::fma(-2.0, std::floor(0.5 * place), place);  // 0 to 2
    return static_cast<float>(lap <= 1 ? lap : 2 - lap);
}

// A coordinate after so many seconds at a speed of its own, from 0 to 1. One fused step in double,
// so that every backend has the same bits; at the time 0 those of coordinate().
MARIANI_HOST_DEVICE inline float moved(std::uint64_t seed, Count index, int axis, double time) {
    constexpr Count speeds = Count{1} << 32;  // the first of their numbers in the hash
    const double share = double{coordinate(seed, speeds + index, axis)};
    const double speed = (2 * share - 1) * max_speed;  // exact: few bits, and a power of two
    return reflected(std::fma(speed, time, double{coordinate(seed, index, axis)}));
}

// After `time` seconds.
MARIANI_HOST_DEVICE inline Point point_of(std::uint64_t seed, Count index, int features,
                                          double time) {
    const auto value = [=](int axis) {
        return axis < features ? moved(seed, index, axis, time) : 0;
    };
    return {value(0), value(1), value(2), value(3)};
}

MARIANI_HOST_DEVICE inline Point sphere_of(std::uint64_t seed, Count index, int dimensions,
                                           double time) {
    const Point unit = point_of(seed, index, dimensions, time);
    const float radius = std::fma(coordinate(seed, index, 3), max_radius - min_radius, min_radius);
    return {unit.x * space_side, unit.y * space_side, unit.z * space_side, radius};
}

// The root of a sum of squared differences of coordinates: 0, or 2^-48 or more. CUDA's own rounds
// to nearest likewise, after a branch for numbers that are smaller than these or infinite.
MARIANI_HOST_DEVICE inline float root(float sum) {
#ifdef __CUDA_ARCH__
    float reciprocal;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(sum));
    const float guess = sum * reciprocal;
    const float nearest = std::fma(std::fma(-guess, guess, sum), 0.5F * reciprocal, guess);
    return sum == 0 ? 0 : nearest;
#else
    return std::sqrt(sum);
#endif
}

// Sums of squares are chains of fused steps, so that every backend has the same bits. Coordinates
// that are 0 add nothing: a shorter chain has the same bits, too.
template <int features>
MARIANI_HOST_DEVICE float distance(const Point& a, const Point& b) {
    float x = a.x - b.x;
    float sum = x * x;
    if constexpr (features > 1) x = a.y - b.y, sum = std::fma(x, x, sum);
    if constexpr (features > 2) x = a.z - b.z, sum = std::fma(x, x, sum);
    if constexpr (features > 3) x = a.w - b.w, sum = std::fma(x, x, sum);
    return root(sum);
}

// Squared distance less squared sum of radii: negative where the spheres touch. Never -0 or NaN, so
// that the sign bit tells.
template <int dimensions>
MARIANI_HOST_DEVICE float gap(const Point& a, const Point& b) {
    const float x = a.x - b.x, reach = a.w + b.w;
    float sum = x * x;
    if constexpr (dimensions > 1) {
        const float y = a.y - b.y, z = a.z - b.z;
        sum = std::fma(z, z, std::fma(y, y, sum));
    }
    return std::fma(-reach, reach, sum);
}
MARIANI_HOST_DEVICE inline std::uint32_t touches(float gap) {
    return std::bit_cast<std::uint32_t>(gap) >> 31;
}

// Values of a layout, those of no cell among them.
constexpr Count value_count(const Shape& shape, Layout layout) {
    if (layout == Layout::packed) return cell_count(shape);
    if (layout == Layout::full) return Count{shape.side} * shape.side;
    return block_count(shape) << (2 * shape.log2_block);
}

// Where a cell's value lies.
MARIANI_HOST_DEVICE constexpr Count packed_at(const Shape& shape, Cell cell) {
    return triangle_number(shape.diagonal ? cell.row : cell.row - 1) + cell.column;
}
MARIANI_HOST_DEVICE constexpr Count tile_begin(const Shape& shape, int row, int column) {
    return (triangle_number(row) + column) << (2 * shape.log2_block);
}
MARIANI_HOST_DEVICE constexpr Count value_at(const Shape& shape, Layout layout, Cell cell) {
    if (layout == Layout::packed) return packed_at(shape, cell);
    if (layout == Layout::full) return Count{cell.row} * shape.side + cell.column;
    const int within = shape.block - 1;
    return tile_begin(shape, cell.row >> shape.log2_block, cell.column >> shape.log2_block) +
           ((cell.row & within) << shape.log2_block) + (cell.column & within);
}

// Contacts: a bit per cell, tile after tile; a row of a tile is block/32 words.
constexpr Count contact_words(const Shape& shape) {
    return block_count(shape) << (2 * shape.log2_block - 5);
}
MARIANI_HOST_DEVICE constexpr Count contact_word(const Shape& shape, Cell cell) {
    return value_at(shape, Layout::tiles, cell) >> 5;
}
MARIANI_HOST_DEVICE constexpr std::uint32_t contact_bit(Cell cell) {
    return std::uint32_t{1} << (cell.column & 31);
}
// The row's cells left of the diagonal, in a word whose first bit is column `first`.
MARIANI_HOST_DEVICE constexpr std::uint32_t left_of_diagonal(int row, int first) {
    const int count = row - first;
    return count <= 0 ? 0 : count >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << count) - 1;
}

}  // namespace mariani::triangle
