#include "compute/workloads/mandelbrot/deep/fixed.hpp"

namespace mariani::deep {
namespace {

LongComplex long_real(const BigReal& value) {
    if (mpfr_zero_p(value.get())) return {};
    const std::int64_t limbs = (value.bits() + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
    const auto* significand =
        static_cast<const mp_limb_t*>(mpfr_custom_get_significand(value.get()));
    return fixed_real<3>(significand, limbs, mpfr_get_exp(value.get()) - GMP_NUMB_BITS * limbs,
                         mpfr_signbit(value.get()) != 0);
}

}  // namespace

LongComplex long_complex(const LongComplex& re, const LongComplex& im) {
    const std::int64_t scale = std::max(re.exponent, im.exponent);
    return {{aligned(re, scale).re, aligned(im, scale).re}, scale};
}

LongComplex long_complex(const BigReal& re, const BigReal& im) {
    return long_complex(long_real(re), long_real(im));
}

}  // namespace mariani::deep
