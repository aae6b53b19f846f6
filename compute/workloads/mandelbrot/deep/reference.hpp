// The orbit that deltas are measured from.
#pragma once

#include "compute/workloads/mandelbrot/deep/orbit_source.hpp"
#include "compute/workloads/mandelbrot/deep/progress.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace mariani::deep {

// Z_0 = 0, Z_1 = c_0, ... up to a limit, or to the first whose gap is -1 or less: pixels beside a
// reference that has escaped may be inside for long. One thread at a time.
class Reference {
  public:
    // c_0 is re + i im, rounded to 2^-fraction_bits.
    Reference(const BigReal& re, const BigReal& im, std::int64_t fraction_bits);

    // Goes on to Z_limit, if that is not there yet. False within 50 ms of a stop request; what is
    // there stays, and the next call goes on from it.
    bool extend(std::uint32_t limit, const std::stop_token& stop, Progress& progress);

    std::span<const ExactPoint> points() const { return points_; }
    bool has_ended() const { return ended_; }

    const BigReal& c_re() const { return source_->c_re(); }
    const BigReal& c_im() const { return source_->c_im(); }
    std::int64_t fraction_bits() const { return fraction_bits_; }

    // At least |Z_(n+1) - (Z_n^2 + c_0)|, for the numbers that the points are rounded from, and
    // what their gaps err by besides a relative 2^-52.
    ScaledReal noise() const { return {1, 1 - fraction_bits_}; }

  private:
    std::int64_t fraction_bits_;
    std::unique_ptr<OrbitSource> source_;
    std::vector<ExactPoint> points_;
    bool ended_ = false;
};

}  // namespace mariani::deep
