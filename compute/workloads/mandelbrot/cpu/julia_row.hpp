// A row of samples of a Julia set.
#pragma once

#include <cstdint>
#include <span>

namespace mariani::mandelbrot {

// Samples at first_re + i * pitch and `im`. `norm`: |z|^2 from which on a point has escaped.
struct JuliaRow {
    double c_re, c_im;
    double first_re, pitch, im;
    double norm;
    std::uint32_t dwell_limit;
    std::span<std::uint32_t> dwells;
    std::span<float> fractions;  // as many
};

// Fills in the row's dwells and fractions.
void iterate(const JuliaRow& row);

}  // namespace mariani::mandelbrot
