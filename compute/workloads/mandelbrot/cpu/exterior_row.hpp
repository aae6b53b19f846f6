// Distances and normals of a row of a frame, in SIMD.
#pragma once

#include "compute/workloads/mandelbrot/plane.hpp"

#include <cstdint>
#include <span>
#include <stop_token>

namespace mariani::mandelbrot {

// T: float or double.
template <typename T>
struct ExteriorRow {
    PixelPlane<T> plane;
    int x;  // of the first pixel, in the picture
    int y;
    std::uint32_t dwell_limit;
    std::span<const std::uint32_t> dwells;
    std::span<float> distances;  // as many
    std::span<float> normals;    // as many
    std::stop_token stop;
};

// Fills in the row's distances and normals; when stopped they are meaningless.
void find_exterior(const ExteriorRow<float>& row);
void find_exterior(const ExteriorRow<double>& row);

}  // namespace mariani::mandelbrot
