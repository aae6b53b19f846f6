#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <algorithm>
#include <gmp.h>
#include <vector>

namespace mariani::deep {
namespace {

constexpr int limb_bits = 64;
constexpr int integer_bits = 4;  // with the sign: from -8 to 8
static_assert(GMP_NUMB_BITS == limb_bits);

using Limbs = std::vector<mp_limb_t>;  // two's complement, least significant first

bool is_negative(const Limbs& a) {
    return a.back() >> (limb_bits - 1) != 0;
}

class FixedOrbit final : public OrbitSource {
  public:
    FixedOrbit(const BigReal& re, const BigReal& im, std::int64_t fraction_bits)
        : count_(std::max<std::int64_t>(
              2, (fraction_bits + integer_bits + limb_bits - 1) / limb_bits)),
          c_re_(on_grid(re)),
          c_im_(on_grid(im)),
          add_re_(limbs_of(c_re_)),
          add_im_(limbs_of(c_im_)) {
        for (Limbs* number : {&re_, &im_, &sum_, &magnitude_}) number->resize(size());
        for (Limbs* square : {&re_square_, &im_square_, &sum_square_, &gap_, &four_})
            square->resize(2 * size());
        shifted_.resize(size() + 1);
        four_.back() = mp_limb_t{4} << (limb_bits - 2 * integer_bits);
    }

    // 2 re im = (re + im)^2 - re^2 - im^2: a square takes two thirds of a product's time. The
    // squares of the new z are those of the next step.
    ExactPoint next() override {
        mpn_add_n(sum_.data(), re_.data(), im_.data(), count_);
        square(sum_square_, sum_);
        mpn_sub_n(sum_square_.data(), sum_square_.data(), re_square_.data(), 2 * count_);
        mpn_sub_n(sum_square_.data(), sum_square_.data(), im_square_.data(), 2 * count_);
        mpn_sub_n(re_square_.data(), re_square_.data(), im_square_.data(), 2 * count_);
        take(re_, re_square_, add_re_);
        take(im_, sum_square_, add_im_);
        square(re_square_, re_);
        square(im_square_, im_);
        return {exact_complex(exact(re_), exact(im_)), gap()};
    }

    const BigReal& c_re() const override { return c_re_; }
    const BigReal& c_im() const override { return c_im_; }

  private:
    std::size_t size() const { return static_cast<std::size_t>(count_); }
    std::int64_t fraction() const { return limb_bits * count_ - integer_bits; }

    BigReal on_grid(const BigReal& value) const {
        BigReal result(fraction() + integer_bits);
        mpfr_mul_2si(result.get(), value.get(), fraction(), MPFR_RNDN);
        mpfr_rint(result.get(), result.get(), MPFR_RNDN);
        mpfr_div_2si(result.get(), result.get(), fraction(), MPFR_RNDN);
        return result;
    }
    Limbs limbs_of(const BigReal& value) const {
        BigReal whole(value);
        mpfr_mul_2si(whole.get(), whole.get(), fraction(), MPFR_RNDN);
        mpz_t integer;
        mpz_init(integer);
        mpfr_get_z(integer, whole.get(), MPFR_RNDN);
        Limbs limbs(size(), 0);
        std::copy_n(mpz_limbs_read(integer), mpz_size(integer), limbs.begin());
        if (mpz_sgn(integer) < 0) mpn_neg(limbs.data(), limbs.data(), count_);
        mpz_clear(integer);
        return limbs;
    }

    const mp_limb_t* magnitude(const Limbs& a) {
        if (!is_negative(a)) return a.data();
        mpn_neg(magnitude_.data(), a.data(), count_);
        return magnitude_.data();
    }
    void square(Limbs& result, const Limbs& a) { mpn_sqr(result.data(), magnitude(a), count_); }

    // The product's bits from 2^-fraction on, which rounds down, plus c.
    void take(Limbs& result, const Limbs& product, const Limbs& c) {
        mpn_lshift(shifted_.data(), product.data() + count_ - 1, count_ + 1, integer_bits);
        mpn_add_n(result.data(), shifted_.data() + 1, c.data(), count_);
    }

    // 4 minus the squares, exactly.
    ScaledReal gap() {
        mpn_add_n(gap_.data(), re_square_.data(), im_square_.data(), 2 * count_);
        const bool outside = mpn_sub_n(gap_.data(), four_.data(), gap_.data(), 2 * count_) != 0;
        if (outside) mpn_neg(gap_.data(), gap_.data(), 2 * count_);
        return scaled_real(exact_real(gap_.data(), 2 * count_, -2 * fraction(), outside));
    }

    ExactReal exact(const Limbs& a) {
        return exact_real(magnitude(a), count_, -fraction(), is_negative(a));
    }

    mp_size_t count_;
    BigReal c_re_, c_im_;
    Limbs add_re_, add_im_;
    Limbs re_, im_, sum_, magnitude_;
    Limbs re_square_, im_square_, sum_square_;
    Limbs gap_, four_;
    Limbs shifted_;
};

}  // namespace

std::unique_ptr<OrbitSource> make_fixed_orbit(const BigReal& re, const BigReal& im,
                                              std::int64_t fraction_bits) {
    return std::make_unique<FixedOrbit>(re, im, fraction_bits);
}

}  // namespace mariani::deep
