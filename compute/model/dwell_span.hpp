// A view of the dwells of a rectangle of pixels, wherever they lie. Owns nothing.
#pragma once

#include "compute/model/geometry.hpp"

#include <cstdint>

namespace mariani {

enum class MemoryKind { host, cuda };

struct DwellSpan {
    PixelRect part;  // which pixels of the image
    // part.width * part.height values, row by row, without padding.
    const std::uint32_t* dwells = nullptr;
    // As many values, or null: the smooth dwell of an escaped pixel less its dwell, in about (0,
    // 1]; 0 for a pixel inside the set.
    const float* fractions = nullptr;
    MemoryKind memory = MemoryKind::host;
    int device = 0;  // the CUDA device, when memory is cuda
};

}  // namespace mariani
