// Deltas in double precision, a pixel in each lane of the processor's vectors.
#pragma once

#include "compute/workloads/mandelbrot/deep/pixel.hpp"

#include <span>
#include <stop_token>

namespace mariani::deep::cpu {

struct LaneTask {
    const PixelTask<Plain<double>>& task;
    bool certified;                            // else without a certificate
    std::span<const Complex<double>> offsets;  // the c of each pixel
    std::span<PixelResult> results;            // as many
    const std::stop_token& stop;
};

// Fills in the results: bit for bit those of PixelOrbit, the work among them. Some are missing
// after a stop request.
void run_lanes(const LaneTask& task);

}  // namespace mariani::deep::cpu
