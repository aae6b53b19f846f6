// A number of any precision: mpfr_t with an owner.
#pragma once

#include "compute/workloads/mandelbrot/deep/number.hpp"

#include <cstdint>
#include <mpfr.h>

namespace mariani::deep {

class BigReal {
  public:
    explicit BigReal(std::int64_t bits) { mpfr_init2(value_, static_cast<mpfr_prec_t>(bits)); }
    BigReal(const BigReal& other) : BigReal(other.bits()) {
        mpfr_set(value_, other.value_, MPFR_RNDN);
    }
    BigReal(BigReal&& other) noexcept : BigReal(MPFR_PREC_MIN) { mpfr_swap(value_, other.value_); }
    BigReal& operator=(BigReal other) noexcept {
        mpfr_swap(value_, other.value_);
        return *this;
    }
    ~BigReal() { mpfr_clear(value_); }

    mpfr_ptr get() { return value_; }
    mpfr_srcptr get() const { return value_; }
    std::int64_t bits() const { return mpfr_get_prec(value_); }

  private:
    mpfr_t value_;
};

// To a relative 2^-185, toward 0.
ExactReal exact_real(const BigReal& value);
// To a relative 2^-52, with its sign.
ScaledReal scaled_real(const ExactReal& value);
// The number of these limbs, the least significant first, times 2^exponent.
ExactReal exact_real(const mp_limb_t* limbs, std::int64_t count, std::int64_t exponent,
                     bool negative);
ExactComplex exact_complex(const BigReal& re, const BigReal& im);

// The modulus of a number of magnitude 2^1000 at most, rounded up.
double modulus_above(const BigReal& re, const BigReal& im);

}  // namespace mariani::deep
