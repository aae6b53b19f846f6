// The orbit that deltas are measured from, how its points are computed, and how far a picture is.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/workloads/mandelbrot/deep/big_real.hpp"
#include "compute/workloads/mandelbrot/deep/orbit_point.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace mariani::deep {

using Stage = DeltaStage;
using Progress = DeltaProgress;

// Steps in so many bits that take a few ms at most.
constexpr std::uint32_t steps_between_looks(std::int64_t bits) {
    constexpr std::int64_t some_us = 4096, a_ms = 1 << 17;
    return bits < some_us ? 1024 : bits < a_ms ? 4 : 1;
}

// Orbits z <- z^2 + c in many digits, from z = 0 on.
class OrbitSource {
  public:
    virtual ~OrbitSource() = default;

    // Takes a step, which may differ from the exact one by up to 2^(1 - fraction_bits), and returns
    // the new z to a relative 2^-185, and to as much as that difference its gap. The gap before it
    // is more than -1.
    virtual ExactPoint next() = 0;

    // What is added in each step.
    virtual const BigReal& c_re() const = 0;
    virtual const BigReal& c_im() const = 0;
};

// Fixed point by GMP's mpn functions, faster for up to about 1500 bits. |c| < 2.5.
std::unique_ptr<OrbitSource> make_fixed_orbit(const BigReal& re, const BigReal& im,
                                              std::int64_t fraction_bits);
// Floating point by MPFR.
std::unique_ptr<OrbitSource> make_float_orbit(const BigReal& re, const BigReal& im,
                                              std::int64_t fraction_bits);
// The faster of the two that c allows.
std::unique_ptr<OrbitSource> make_orbit(const BigReal& re, const BigReal& im,
                                        std::int64_t fraction_bits);

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
