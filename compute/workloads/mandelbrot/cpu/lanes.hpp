// Pixels of any set, distances and normals of a row, and a row of a Julia set, computed in SIMD
// with the best vector instructions of the machine: each in a unit of its own.
#pragma once

#include "compute/cpu/painter.hpp"
#include "compute/workloads/mandelbrot/elements.hpp"
#include "compute/workloads/mandelbrot/plane.hpp"

#include <cstdint>
#include <span>
#include <stop_token>

namespace mariani::mandelbrot {

using cpu::PixelRun;

template <typename T>
using CpuElements = DwellElements<T, ProvenReturn>;
template <typename T>
using Canvas = cpu::Canvas<CpuElements<T>>;

// Overloads cpu::iterate.
bool iterate(const Canvas<float>& canvas, std::span<const PixelRun> runs,
             std::span<std::int64_t> iterations);
bool iterate(const Canvas<double>& canvas, std::span<const PixelRun> runs,
             std::span<std::int64_t> iterations);

// A row of a frame; T: float or double.
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

// A row of a Julia set: samples at first_re + i * pitch and `im`. `norm`: |z|^2 from which on a
// point has escaped.
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
