// Sizes and rectangles of the pixel raster. Row 0 is the top.
#pragma once

#include "compute/model/host_device.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani {

struct ImageSize {
    int width = 0;
    int height = 0;
    bool operator==(const ImageSize&) const = default;
};

constexpr std::int64_t pixel_count(ImageSize size) {
    return std::int64_t{size.width} * size.height;
}

// Half-open: the columns [x, x + width) and the rows [y, y + height).
struct PixelRect {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    bool operator==(const PixelRect&) const = default;
};

constexpr std::int64_t pixel_count(PixelRect rect) {
    return std::int64_t{rect.width} * rect.height;
}

constexpr bool empty(PixelRect rect) {
    return rect.width <= 0 || rect.height <= 0;
}

constexpr bool contains(PixelRect rect, int x, int y) {
    return x >= rect.x && y >= rect.y && x - rect.x < rect.width && y - rect.y < rect.height;
}

// The pixel's index among the rectangle's, row by row.
constexpr std::size_t index(PixelRect rect, int x, int y) {
    return static_cast<std::size_t>(y - rect.y) * static_cast<std::size_t>(rect.width) +
           static_cast<std::size_t>(x - rect.x);
}

constexpr PixelRect whole(ImageSize size) {
    return {0, 0, size.width, size.height};
}

// Where an image lies that is a piece of a larger picture: its first pixel is (x, y) there.
struct Piece {
    ImageSize whole;
    int x = 0;
    int y = 0;
    bool operator==(const Piece&) const = default;
};

// The pixels from `from` to before `to`.
struct PixelShare {
    int from, to;
};

// The pixels of an axis of `whole` ones that pixel `at` of `size` shows: one at least.
MARIANI_HOST_DEVICE constexpr PixelShare share_of(int at, int size, int whole) {
    const auto scaled = [&](int place) {
        return static_cast<int>(std::int64_t{place} * whole / size);
    };
    const int from = scaled(at), to = scaled(at + 1);
    return {from, to > from ? to : from + 1};
}

}  // namespace mariani
