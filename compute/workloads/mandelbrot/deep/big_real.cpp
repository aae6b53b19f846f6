#include "compute/workloads/mandelbrot/deep/big_real.hpp"

#include <bit>

namespace mariani::deep {

ExactReal exact_real(const BigReal& value) {
    if (mpfr_zero_p(value.get())) return {};
    const std::int64_t limbs = (value.bits() + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
    const auto* significand =
        static_cast<const mp_limb_t*>(mpfr_custom_get_significand(value.get()));
    return exact_real(significand, limbs, mpfr_get_exp(value.get()) - GMP_NUMB_BITS * limbs,
                      mpfr_signbit(value.get()) != 0);
}

ExactReal exact_real(const mp_limb_t* limbs, std::int64_t count, std::int64_t exponent,
                     bool negative) {
    constexpr int limb_bits = 64;
    static_assert(GMP_NUMB_BITS == limb_bits);
    while (count > 0 && limbs[count - 1] == 0) --count;
    if (count == 0) return {};
    const auto limb = [&](std::int64_t index) { return index < 0 ? 0 : limbs[index]; };
    const int zeros = std::countl_zero(limbs[count - 1]);
    const auto joined = [&](std::int64_t index) {  // 64 bits, from the first one that is set
        return zeros == 0 ? limb(index)
                          : limb(index) << zeros | limb(index - 1) >> (limb_bits - zeros);
    };
    const mp_limb_t first = joined(count - 1), second = joined(count - 2);
    // The first 62 bits, which a rounding up keeps within a signed integer, and the next 63.
    const auto head = static_cast<std::int64_t>(first >> 2);
    const auto tail = static_cast<std::int64_t>((first << 62 | second >> 2) >> 1);
    const auto high = static_cast<double>(head);
    const double low = static_cast<double>(head - static_cast<std::int64_t>(high)) +
                       static_cast<double>(tail) * 0x1p-63;
    const DoubleDouble value = fast_two_sum(high, low);
    const std::int64_t scale = exponent + limb_bits * count - zeros - 62;
    return normalised(Complex<DoubleDouble>{negative ? -value : value, {0, 0}}, scale);
}

ExactComplex exact_complex(const BigReal& re, const BigReal& im) {
    return exact_complex(exact_real(re), exact_real(im));
}

double modulus_above(const BigReal& re, const BigReal& im) {
    const Complex<double> above{mpfr_get_d(re.get(), MPFR_RNDA), mpfr_get_d(im.get(), MPFR_RNDA)};
    return Plain<double>::modulus(above) * (1 + 0x1p-48);
}

}  // namespace mariani::deep
