// Pixels iterated in SIMD, with the best vector instructions of the machine.
#pragma once

#include "compute/cpu/painter.hpp"
#include "compute/workloads/mandelbrot/elements.hpp"

#include <cstdint>
#include <span>

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

}  // namespace mariani::mandelbrot
