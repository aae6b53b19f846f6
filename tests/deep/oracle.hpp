// Dwells by plain iteration in many digits: none of the program's own arithmetic.
#pragma once

#include "compute/workloads/mandelbrot/deep/picture.hpp"

#include <cstdint>
#include <mpfr.h>
#include <string>
#include <vector>

namespace mariani::deep {

// Owns what a test computes with.
class Number {
  public:
    explicit Number(long bits) { mpfr_init2(value_, bits); }
    Number(long bits, const std::string& decimal) : Number(bits) {
        mpfr_set_str(value_, decimal.c_str(), 10, MPFR_RNDN);
    }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;
    ~Number() { mpfr_clear(value_); }
    operator mpfr_ptr() { return value_; }

  private:
    mpfr_t value_;
};

// value * 2^exponent, exactly if there is room.
template <int limbs>
void set(mpfr_ptr to, const Fixed<limbs>& value, std::int64_t exponent) {
    mpfr_set_si(to, value.sign() == 0 ? 0 : -1, MPFR_RNDN);
    for (int i = limbs - 1; i >= 0; --i) {
        mpfr_mul_2ui(to, to, 64, MPFR_RNDN);
        mpfr_add_ui(to, to, value.limb[static_cast<std::size_t>(i)], MPFR_RNDN);
    }
    mpfr_mul_2si(to, to, static_cast<long>(exponent) - Fixed<limbs>::fraction, MPFR_RNDN);
}

// As many bits as make the picture's pixels and 200 more.
long oracle_bits(const Request& request);

// The dwell of pixel (x, y), with that many bits.
std::uint32_t oracle_dwell(const Request& request, int x, int y, long bits);

// What colours need of an escaped pixel: see GrowingFrame::fractions and ExteriorFields.
struct OracleEscape {
    std::uint32_t dwell;
    double fraction, distance, normal;
};
// By plain iteration of z and of its derivative by c; a pixel that does not escape has a fraction
// of -1.
OracleEscape oracle_escape(const Request& request, int x, int y, long bits);

// Pixels whose dwell is not the oracle's, of `count` random ones; with what was found and expected.
std::vector<std::string> wrong_pixels(const Request& request, const Picture& picture, int count);

}  // namespace mariani::deep
