// Deltas on a GPU: what one pixel after the other gives, bit for bit.
#pragma once

#include "compute/workloads/mandelbrot/deep/pixel_run.hpp"

#include <memory>
#include <optional>

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
template <>
inline constexpr bool has_kernels<LongNumber> = true;

// What a task is made from on the device. Owned elsewhere, on the host.
template <typename N>
struct DeltaSource {
    std::span<const ExactPoint> orbit;  // of the reference: Z_0 ... Z_last
    bool jumps;                         // else step by step
    JumpRule rule;
    typename N::Bound most_c;  // at least |c| of every pixel
    typename N::Bound noise;   // these three as in PixelTask
    typename N::Slope pitch;
    std::uint32_t limit;
    std::span<const ExactReal> columns, rows;  // of the pixels' offsets
};

// In the order of the list of pixels. Page-locked memory of the DeltaPixels, until its next run.
struct FoundPixels {
    std::span<const std::uint32_t> dwells;
    std::span<const std::uint32_t> iterations;  // steps and jumps
    std::span<const Verdict> verdicts;
    std::span<const Escape> escapes;  // or none
    WorkCounts work;                  // of all of them
};

// Keeps a reference and its jumps in the device's memory. One call at a time. All throw
// std::runtime_error if memory is short, or without CUDA.
template <typename N>
class DeltaPixels {
  public:
    // Rounds the orbit and builds the jumps on the device; incomplete after a stop request.
    DeltaPixels(const DeltaSource<N>& source, int device, const std::stop_token& stop);
    ~DeltaPixels();

    // What run_one_by_one() finds for these pixels, whose indices count row by row. Nothing within
    // 100 ms of a stop request.
    std::optional<FoundPixels> run(std::span<const std::uint32_t> pixels, Wanted wanted,
                                   bool escapes, const std::stop_token& stop);

    // The time of the last run's kernel, by the device's clock.
    double kernel_ms() const;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace mariani::deep::cuda
