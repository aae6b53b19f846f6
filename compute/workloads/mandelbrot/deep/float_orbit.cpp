#include "compute/workloads/mandelbrot/deep/orbit_source.hpp"

namespace mariani::deep {
namespace {

// The operations of a step err by less than 62 * 2^-precision together: certificate.md.
constexpr std::int64_t spare_bits = 8;

class FloatOrbit final : public OrbitSource {
  public:
    FloatOrbit(const BigReal& re, const BigReal& im, std::int64_t fraction_bits)
        : c_re_(re),
          c_im_(im),
          re_(fraction_bits + spare_bits),
          im_(re_.bits()),
          sum_(re_.bits()),
          re_square_(re_.bits()),
          im_square_(re_.bits()),
          gap_(re_.bits()) {
        for (BigReal* number : {&re_, &im_, &re_square_, &im_square_})
            mpfr_set_zero(number->get(), 1);
    }

    // 2 re im = (re + im)^2 - re^2 - im^2: a square takes two thirds of a product's time. The
    // squares of the new z are those of the next step.
    ExactPoint next() override {
        mpfr_add(sum_.get(), re_.get(), im_.get(), MPFR_RNDN);
        mpfr_sqr(sum_.get(), sum_.get(), MPFR_RNDN);
        mpfr_sub(re_.get(), re_square_.get(), im_square_.get(), MPFR_RNDN);
        mpfr_add(re_.get(), re_.get(), c_re_.get(), MPFR_RNDN);
        mpfr_sub(im_.get(), sum_.get(), re_square_.get(), MPFR_RNDN);
        mpfr_sub(im_.get(), im_.get(), im_square_.get(), MPFR_RNDN);
        mpfr_add(im_.get(), im_.get(), c_im_.get(), MPFR_RNDN);
        mpfr_sqr(re_square_.get(), re_.get(), MPFR_RNDN);
        mpfr_sqr(im_square_.get(), im_.get(), MPFR_RNDN);
        mpfr_ui_sub(gap_.get(), 4, re_square_.get(), MPFR_RNDN);
        mpfr_sub(gap_.get(), gap_.get(), im_square_.get(), MPFR_RNDN);
        return {exact_complex(re_, im_), scaled_real(exact_real(gap_))};
    }

    const BigReal& c_re() const override { return c_re_; }
    const BigReal& c_im() const override { return c_im_; }

  private:
    BigReal c_re_, c_im_;
    BigReal re_, im_;
    BigReal sum_, re_square_, im_square_, gap_;
};

}  // namespace

std::unique_ptr<OrbitSource> make_float_orbit(const BigReal& re, const BigReal& im,
                                              std::int64_t fraction_bits) {
    return std::make_unique<FloatOrbit>(re, im, fraction_bits);
}

std::unique_ptr<OrbitSource> make_orbit(const BigReal& re, const BigReal& im,
                                        std::int64_t fraction_bits) {
    constexpr std::int64_t fixed_is_faster = 1500;  // measured: README.md
    const bool fits = modulus_above(re, im) < 2.5;
    return fits && fraction_bits <= fixed_is_faster ? make_fixed_orbit(re, im, fraction_bits)
                                                    : make_float_orbit(re, im, fraction_bits);
}

}  // namespace mariani::deep
