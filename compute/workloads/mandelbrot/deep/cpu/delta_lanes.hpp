// Deltas in every kind of number that the ladder uses: a pixel in each lane of the processor's
// vectors.
#pragma once

#include "compute/workloads/mandelbrot/deep/pixel_run.hpp"

namespace mariani::deep::cpu {

// The kinds of numbers that there are lanes for.
template <typename N>
inline constexpr bool has_lanes = false;
template <>
inline constexpr bool has_lanes<Plain<double>> = true;
template <>
inline constexpr bool has_lanes<Plain<DoubleDouble>> = true;
template <>
inline constexpr bool has_lanes<Ranged<double>> = true;
template <>
inline constexpr bool has_lanes<Ranged<DoubleDouble>> = true;

// What run_one_by_one() does, bit for bit, the work among it.
void run_lanes(const PixelRun<Plain<double>>& run);
void run_lanes(const PixelRun<Plain<DoubleDouble>>& run);
void run_lanes(const PixelRun<Ranged<double>>& run);
void run_lanes(const PixelRun<Ranged<DoubleDouble>>& run);

}  // namespace mariani::deep::cpu
