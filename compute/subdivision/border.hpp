// A region's border: the outermost ring of its own pixels.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/model/host_device.hpp"

#include <cstdint>

namespace mariani::subdivision {

MARIANI_HOST_DEVICE inline PixelRect intersection(PixelRect a, PixelRect b) {
    const int left = a.x > b.x ? a.x : b.x;
    const int top = a.y > b.y ? a.y : b.y;
    const int right = a.x + a.width < b.x + b.width ? a.x + a.width : b.x + b.width;
    const int bottom = a.y + a.height < b.y + b.height ? a.y + a.height : b.y + b.height;
    return {left, top, right > left ? right - left : 0, bottom > top ? bottom - top : 0};
}

// The rectangle without its ring.
MARIANI_HOST_DEVICE inline PixelRect inside(PixelRect rect) {
    return {rect.x + 1, rect.y + 1, rect.width > 2 ? rect.width - 2 : 0,
            rect.height > 2 ? rect.height - 2 : 0};
}

// The ring as four disjoint rectangles, any of which may be empty: top and bottom row, left and
// right column without the corners.
struct RingSides {
    PixelRect side[4];
};

MARIANI_HOST_DEVICE inline RingSides ring_sides(PixelRect rect) {
    const int inner_height = rect.height > 2 ? rect.height - 2 : 0;
    const int right = rect.x + rect.width - 1, bottom = rect.y + rect.height - 1;
    return {{{rect.x, rect.y, rect.width, 1},
             {rect.x, bottom, rect.width, rect.height > 1 ? 1 : 0},
             {rect.x, rect.y + 1, 1, inner_height},
             {right, rect.y + 1, rect.width > 1 ? 1 : 0, inner_height}}};
}

// The part of the ring whose dwells are not known yet. A ring pixel was computed before exactly if
// it lies on the parent's ring, so geometry decides and no pixel has to be marked. `unknown` is the
// parent without its ring, or the whole part for the first level.
MARIANI_HOST_DEVICE inline RingSides new_ring_sides(PixelRect rect, PixelRect unknown) {
    RingSides ring = ring_sides(rect);
    for (auto& side : ring.side) side = intersection(side, unknown);
    return ring;
}

struct Pixel {
    int x;
    int y;
};

MARIANI_HOST_DEVICE inline int ring_pixels(PixelRect rect) {
    if (rect.width == 1 || rect.height == 1) return rect.width * rect.height;
    return 2 * (rect.width + rect.height) - 4;
}

// The k-th pixel of a ring: top row, bottom row, left column, right column.
MARIANI_HOST_DEVICE inline Pixel ring_pixel(PixelRect rect, int k) {
    if (k < rect.width) return {rect.x + k, rect.y};
    k -= rect.width;
    if (k < rect.width) return {rect.x + k, rect.y + rect.height - 1};
    k -= rect.width;
    const int rows = rect.height - 2;
    if (k < rows) return {rect.x, rect.y + 1 + k};
    return {rect.x + rect.width - 1, rect.y + 1 + k - rows};
}

// The lowest and highest dwell on a border.
struct BorderRange {
    std::uint32_t min = 0xFFFFFFFFU;
    std::uint32_t max = 0;

    MARIANI_HOST_DEVICE bool uniform() const { return min == max; }
    MARIANI_HOST_DEVICE void take(std::uint32_t dwell) {
        min = dwell < min ? dwell : min;
        max = dwell > max ? dwell : max;
    }
};

// Walks the ring; dwell_at(x, y) reads a computed dwell. Unless the whole range is wanted, the walk
// ends with the first side on which it turns out not to be uniform.
template <typename DwellAt>
MARIANI_HOST_DEVICE BorderRange border_range(PixelRect rect, const DwellAt& dwell_at,
                                             bool whole_range = true) {
    BorderRange range;
    const RingSides ring = ring_sides(rect);
    for (const auto& side : ring.side) {
        for (int y = side.y; y < side.y + side.height; ++y)
            for (int x = side.x; x < side.x + side.width; ++x) range.take(dwell_at(x, y));
        if (!whole_range && !range.uniform()) break;
    }
    return range;
}

// Transfinite (Coons) interpolation from the ring to a pixel inside it: the two linear blends
// between opposite sides, minus the bilinear blend of the corners. value_at reads the ring.
template <typename ValueAt>
MARIANI_HOST_DEVICE float coons(PixelRect rect, int x, int y, const ValueAt& value_at) {
    const int left = rect.x, right = rect.x + rect.width - 1;
    const int top = rect.y, bottom = rect.y + rect.height - 1;
    const float u = static_cast<float>(x - left) / static_cast<float>(right - left);
    const float v = static_cast<float>(y - top) / static_cast<float>(bottom - top);
    const float columns = (1 - v) * value_at(x, top) + v * value_at(x, bottom);
    const float rows = (1 - u) * value_at(left, y) + u * value_at(right, y);
    const float corners = (1 - v) * ((1 - u) * value_at(left, top) + u * value_at(right, top)) +
                          v * ((1 - u) * value_at(left, bottom) + u * value_at(right, bottom));
    return columns + rows - corners;
}

}  // namespace mariani::subdivision
