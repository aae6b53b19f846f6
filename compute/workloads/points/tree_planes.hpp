// What a picture of a tree shows: of each pixel the leaf under its centre, and the points in it.
// One source for host and device.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/workloads/points/cell.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mariani::points {

// The part of the plane that is seen: its centre and height, y up. Pixels are square.
struct TreePart {
    double x = 0.5, y = 0.5, height = 1;
    ImageSize size{1024, 1024};  // in pixels
    bool operator==(const TreePart&) const = default;
};

inline constexpr std::uint8_t no_leaf = 255;  // a level: the pixel is outside of the square

// Row by row from the top.
struct TreePlanes {
    std::vector<std::uint8_t> levels;    // of the leaf under each pixel, or no_leaf
    std::vector<std::uint32_t> counts;   // of the points in that leaf; empty if not asked for
    std::vector<std::uint32_t> density;  // points within each pixel
    std::optional<double> device_ms;     // of cuda, until they are in the device's memory
};

MARIANI_HOST_DEVICE constexpr double pitch_of(const TreePart& part) {
    return part.height / part.size.height;
}

// The column and the row under the centre of a pixel; -1 outside of the square, which is cut into
// 2^max_depth columns and as many rows from the top.
MARIANI_HOST_DEVICE constexpr std::int32_t column_under(const TreePart& part, int pixel) {
    const double x = part.x + (pixel + 0.5 - 0.5 * part.size.width) * pitch_of(part);
    return x >= 0 && x < 1 ? static_cast<std::int32_t>(x * (1 << max_depth)) : -1;
}
MARIANI_HOST_DEVICE constexpr std::int32_t row_under(const TreePart& part, int pixel) {
    const double y = part.y - (pixel + 0.5 - 0.5 * part.size.height) * pitch_of(part);
    if (!(y >= 0 && y < 1)) return -1;
    return (1 << max_depth) - 1 - static_cast<std::int32_t>(y * (1 << max_depth));
}

// The prefix of the cell of level max_depth in that column and row.
MARIANI_HOST_DEVICE constexpr std::uint32_t prefix_at(std::int32_t column, std::int32_t row) {
    return spread_bits(static_cast<std::uint32_t>(row)) << 1 |
           spread_bits(static_cast<std::uint32_t>(column));
}

// The number of the pixel in which a point lies; -1 outside of the picture.
MARIANI_HOST_DEVICE constexpr std::int64_t pixel_of(const TreePart& part, const Point& point) {
    const double across = (double{point.x} - part.x) / pitch_of(part) + 0.5 * part.size.width;
    const double down = 0.5 * part.size.height - (double{point.y} - part.y) / pitch_of(part);
    if (!(across >= 0 && across < part.size.width && down >= 0 && down < part.size.height))
        return -1;
    return static_cast<std::int64_t>(down) * part.size.width + static_cast<std::int64_t>(across);
}

}  // namespace mariani::points
