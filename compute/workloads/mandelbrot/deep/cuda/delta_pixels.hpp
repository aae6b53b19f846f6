// The deltas of many pixels on a GPU: the same source as on the processor, and the same bits.
#pragma once

#include "compute/workloads/mandelbrot/deep/pixel_run.hpp"

#include <memory>

namespace mariani::deep::cuda {

// The kinds of numbers that there are kernels for.
template <typename N>
inline constexpr bool has_kernels = false;
template <>
inline constexpr bool has_kernels<Plain<double>> = true;
template <>
inline constexpr bool has_kernels<Plain<DoubleDouble>> = true;
template <>
inline constexpr bool has_kernels<Ranged<double>> = true;
template <>
inline constexpr bool has_kernels<Ranged<DoubleDouble>> = true;

// Keeps a reference and its jumps in the device's memory. One call at a time.
template <typename N>
class DeltaPixels {
  public:
    // The task's arrays are copied. Throws std::runtime_error if memory is short, or without CUDA.
    DeltaPixels(const PixelTask<N>& task, int device);
    ~DeltaPixels();

    // Fills in what run_one_by_one() does, bit for bit, with the task that is here. False within
    // 100 ms of a stop request; then some is missing.
    bool run(const PixelRun<N>& run);

    // Of the last run's kernel, by the device's clock.
    double kernel_ms() const;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace mariani::deep::cuda
