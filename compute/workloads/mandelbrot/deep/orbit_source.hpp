// Orbits z <- z^2 + c in many digits, from z = 0 on.
#pragma once

#include "compute/workloads/mandelbrot/deep/big_real.hpp"
#include "compute/workloads/mandelbrot/deep/orbit_point.hpp"

#include <memory>

namespace mariani::deep {

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

}  // namespace mariani::deep
