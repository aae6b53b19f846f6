// The offsets of a part's pixels, by those of its columns and rows. For host and device.
#pragma once

#include "compute/workloads/mandelbrot/deep/number.hpp"

#include <cstdint>

namespace mariani::deep {

// Pixels are numbered row by row. Owned elsewhere.
struct PixelOffsets {
    const ExactReal* columns;
    const ExactReal* rows;
    std::uint32_t width;  // as many columns
    MARIANI_HOST_DEVICE ExactComplex operator[](std::uint32_t pixel) const {
        return exact_complex(columns[pixel % width], rows[pixel / width]);
    }
};

}  // namespace mariani::deep
