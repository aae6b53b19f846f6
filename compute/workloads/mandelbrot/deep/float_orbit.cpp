#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <optional>

namespace mariani::deep {
namespace {

// The operations of a step err by less than 62 * 2^-precision together: certificate.md.
constexpr std::int64_t spare_bits = 8;

// z, and the squares of its parts, which are those of the next step.
class Numbers {
  public:
    Numbers(const BigReal& c_re, const BigReal& c_im, std::int64_t bits)
        : c_re_(c_re),
          c_im_(c_im),
          re_(bits),
          im_(bits),
          sum_(bits),
          re_square_(bits),
          im_square_(bits),
          gap_(bits) {
        mpfr_set_zero(re_.get(), 1);
        mpfr_set_zero(im_.get(), 1);
        square();
    }

    // Whether all of it was exact. 2 re im = (re + im)^2 - re^2 - im^2: a square takes two thirds
    // of a product's time.
    bool step() {
        bool exact = mpfr_add(sum_.get(), re_.get(), im_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sqr(sum_.get(), sum_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sub(re_.get(), re_square_.get(), im_square_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_add(re_.get(), re_.get(), c_re_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sub(im_.get(), sum_.get(), re_square_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sub(im_.get(), im_.get(), im_square_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_add(im_.get(), im_.get(), c_im_.get(), MPFR_RNDN) == 0;
        return square() && exact;
    }
    // To another z, which fits.
    void set(const Numbers& other) {
        mpfr_set(re_.get(), other.re_.get(), MPFR_RNDN);
        mpfr_set(im_.get(), other.im_.get(), MPFR_RNDN);
        square();
    }
    ExactPoint point() {
        mpfr_ui_sub(gap_.get(), 4, re_square_.get(), MPFR_RNDN);
        mpfr_sub(gap_.get(), gap_.get(), im_square_.get(), MPFR_RNDN);
        return {exact_complex(re_, im_), scaled_real(exact_real(gap_))};
    }

    const BigReal& c_re() const { return c_re_; }
    const BigReal& c_im() const { return c_im_; }

  private:
    bool square() {
        const int re = mpfr_sqr(re_square_.get(), re_.get(), MPFR_RNDN);
        const int im = mpfr_sqr(im_square_.get(), im_.get(), MPFR_RNDN);
        return re == 0 && im == 0;
    }

    BigReal c_re_, c_im_;
    BigReal re_, im_;
    BigReal sum_, re_square_, im_square_, gap_;
};

BigReal shortened(const BigReal& value, std::int64_t bits) {
    BigReal result(bits);
    mpfr_set(result.get(), value.get(), MPFR_RNDN);
    return result;
}

class FloatOrbit final : public OrbitSource {
  public:
    FloatOrbit(const BigReal& re, const BigReal& im, std::int64_t fraction_bits)
        : numbers_(re, im, fraction_bits + spare_bits) {
        const auto fits = [](const BigReal& value) {
            return mpfr_min_prec(value.get()) <= few_bits;
        };
        if (!fits(re) || !fits(im)) return;
        few_.emplace(shortened(re, few_bits), shortened(im, few_bits), few_bits);
        before_.emplace(*few_);
    }

    // An orbit such as that of -2 never needs more than a few bits, and any begins with few.
    ExactPoint next() override {
        if (few_) {
            before_->set(*few_);
            if (few_->step()) return few_->point();
            numbers_.set(*before_);
            few_.reset();
        }
        numbers_.step();
        return numbers_.point();
    }

    const BigReal& c_re() const override { return numbers_.c_re(); }
    const BigReal& c_im() const override { return numbers_.c_im(); }

  private:
    static constexpr std::int64_t few_bits = 256;
    Numbers numbers_;
    std::optional<Numbers> few_, before_;  // as long as it is exact
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
