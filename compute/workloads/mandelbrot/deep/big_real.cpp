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
    static_assert(GMP_NUMB_BITS == ExactMantissa::limb_bits);
    while (count > 0 && limbs[count - 1] == 0) --count;
    if (count == 0) return {};
    // The first bits: a limb more than there is room for, then without the zeros before them.
    Fixed<exact_limbs + 1> head;
    for (int i = 0; i <= exact_limbs; ++i) {
        const std::int64_t index = count - 1 - exact_limbs + i;
        head.limb[i] = index < 0 ? 0 : limbs[index];
    }
    const int zeros = std::countl_zero(head.limb[exact_limbs]);
    head = head.shifted_left(head, zeros);
    // The first one stands for 1.
    constexpr int before = ExactMantissa::limb_bits * exact_limbs - 1 - ExactMantissa::fraction;
    ExactMantissa value;
    for (int i = 0; i < exact_limbs; ++i) {
        const std::uint64_t above = i + 1 < exact_limbs ? head.limb[i + 2] : 0;
        value.limb[i] = head.limb[i + 1] >> before | above << (ExactMantissa::limb_bits - before);
    }
    const std::int64_t first = ExactMantissa::limb_bits * count - zeros - 1;
    return {{negative ? -value : value, {}}, exponent + first};
}

ScaledReal scaled_real(const ExactReal& value) {
    return {to_double(value.mantissa.re), value.exponent};
}

ExactComplex exact_complex(const BigReal& re, const BigReal& im) {
    return exact_complex(exact_real(re), exact_real(im));
}

double modulus_above(const BigReal& re, const BigReal& im) {
    const Complex<double> above{mpfr_get_d(re.get(), MPFR_RNDA), mpfr_get_d(im.get(), MPFR_RNDA)};
    return Plain<double>::modulus(above) * (1 + 0x1p-48);
}

}  // namespace mariani::deep
