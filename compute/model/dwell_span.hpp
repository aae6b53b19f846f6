// A view of the dwells of a rectangle of pixels, wherever they lie. Owns nothing.
#pragma once

#include "compute/model/geometry.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani {

enum class MemoryKind { host, cuda };

struct DwellSpan {
    PixelRect part;  // which pixels of the image
    // part.width * part.height values, row by row, without padding. Null where they are `narrow`.
    const std::uint32_t* dwells = nullptr;
    // As many values, or null: the smooth dwell of an escaped pixel less its dwell, in about (0,
    // 1]; 0 for a pixel inside the set.
    const float* fractions = nullptr;
    MemoryKind memory = MemoryKind::host;
    int device = 0;  // the CUDA device, when memory is cuda
    // Instead of `dwells`, where none needs more than 2 bytes. What engines give in host memory,
    // and a copy there, is never narrow.
    const std::uint16_t* narrow = nullptr;

    constexpr std::uint32_t at(std::size_t pixel) const {
        return narrow ? narrow[pixel] : dwells[pixel];
    }
    // That the dwells take, without the fractions.
    constexpr std::int64_t bytes() const { return pixel_count(part) * (narrow ? 2 : 4); }
};

}  // namespace mariani
