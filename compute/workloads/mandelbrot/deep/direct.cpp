#include "compute/workloads/mandelbrot/deep/direct.hpp"

#include "compute/workloads/mandelbrot/deep/reference.hpp"

namespace mariani::deep {
namespace {

ScaledReal toward_zero(const BigReal& value) {
    if (mpfr_zero_p(value.get())) return {};
    long exponent = 0;
    const double mantissa = mpfr_get_d_2exp(&exponent, value.get(), MPFR_RNDZ);
    return {std::fabs(mantissa), exponent};
}

// z, and how far it may be from the exact one. As long as all operations are exact, so is z.
class DirectOrbit {
  public:
    // radius: how far c may be from that, besides its rounding.
    DirectOrbit(const PixelPart& re, const PixelPart& im, std::int64_t fraction_bits,
                const ScaledReal& radius = {})
        : bits_(fraction_bits + 8),
          c_re_(re.value),
          c_im_(im.value),
          re_(bits_),
          im_(bits_),
          sum_(bits_),
          re_square_(bits_),
          im_square_(bits_),
          squared_(2 * bits_ + 8),
          other_square_(2 * bits_),
          rounding_(1, 6 - bits_) {
        bool exact = re.exact && im.exact;
        exact &= mpfr_set(re_.get(), c_re_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_set(im_.get(), c_im_.get(), MPFR_RNDN) == 0;
        of_c_ = radius;
        if (!exact) of_c_ = (radius + ScaledReal(1, 1 - fraction_bits)) * ScaledReal(rounded_up);
        error_ = of_c_;
    }

    enum class Side { inside, outside, unknown };
    // On which side of the circle of radius 2 it is.
    Side side() {
        modulus_ = modulus_above(re_, im_);
        if (ScaledReal(modulus_) + error_ < ScaledReal(2 * (1 - 0x1p-48))) return Side::inside;
        const ScaledReal margin =
            (error_ * ScaledReal(4) + error_ * error_) * ScaledReal(rounded_up);
        square_minus_4(MPFR_RNDD);
        if (mpfr_sgn(squared_.get()) >= 0 && !(toward_zero(squared_) < margin))
            return Side::outside;
        square_minus_4(MPFR_RNDU);
        if (mpfr_sgn(squared_.get()) < 0 && margin < toward_zero(squared_)) return Side::inside;
        return Side::unknown;
    }

    // To double.
    Scaled<double> rounded() const { return Ranged<double>::from(exact_complex(re_, im_)); }

    // After side() was inside.
    void step() {
        bool exact = mpfr_add(sum_.get(), re_.get(), im_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sqr(sum_.get(), sum_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sqr(re_square_.get(), re_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sqr(im_square_.get(), im_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sub(re_.get(), re_square_.get(), im_square_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_add(re_.get(), re_.get(), c_re_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sub(im_.get(), sum_.get(), re_square_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_sub(im_.get(), im_.get(), im_square_.get(), MPFR_RNDN) == 0;
        exact &= mpfr_add(im_.get(), im_.get(), c_im_.get(), MPFR_RNDN) == 0;
        const ScaledReal grown = (ScaledReal(2 * modulus_) + error_) * error_;
        error_ = (grown + of_c_ + (exact ? ScaledReal() : rounding_)) * ScaledReal(rounded_up);
    }

  private:
    void square_minus_4(mpfr_rnd_t rounding) {
        mpfr_sqr(other_square_.get(), im_.get(), MPFR_RNDN);  // exact
        mpfr_sqr(squared_.get(), re_.get(), MPFR_RNDN);       // exact
        mpfr_sub_ui(squared_.get(), squared_.get(), 4, rounding);
        mpfr_add(squared_.get(), squared_.get(), other_square_.get(), rounding);
    }

    std::int64_t bits_;
    BigReal c_re_, c_im_;
    BigReal re_, im_;
    BigReal sum_, re_square_, im_square_;
    BigReal squared_, other_square_;
    ScaledReal rounding_;
    ScaledReal of_c_;
    ScaledReal error_;
    double modulus_ = 0;
};

}  // namespace

PixelResult direct_dwell(const DirectTask& task, int x, int y, Escape* escape) {
    DirectOrbit orbit(task.points.re(x), task.points.im(y), task.bits);
    Slope<Ranged<double>> slope(Ranged<double>::from(task.points.pitch()));
    PixelResult result;
    for (std::uint32_t dwell = 0; dwell < task.limit; ++dwell) {
        if (dwell % steps_between_looks(task.bits) == 0 && task.stop.stop_requested()) {
            result.verdict = Verdict::stopped;
            return result;
        }
        const auto side = orbit.side();
        if (side != DirectOrbit::Side::inside) {
            result.dwell = dwell;
            if (side == DirectOrbit::Side::outside) result.verdict = Verdict::certified;
            if (escape) *escape = {plain(orbit.rounded()), slope.plain()};
            return result;
        }
        if (escape) slope.step(orbit.rounded());
        orbit.step();
        ++result.work.steps;
    }
    result.dwell = task.limit;
    result.verdict = Verdict::certified;
    return result;
}

bool is_bounded_around(const PixelPart& re, const PixelPart& im, const ScaledReal& radius,
                       std::uint32_t limit, const std::stop_token& stop) {
    constexpr std::int64_t bits = 192;
    const auto rounded = [](const PixelPart& part) {
        PixelPart few{BigReal(bits + 8), false};
        const int rounding = mpfr_set(few.value.get(), part.value.get(), MPFR_RNDN);
        few.exact = part.exact && rounding == 0;
        return few;
    };
    DirectOrbit orbit(rounded(re), rounded(im), bits, radius);
    for (std::uint32_t n = 0; n < limit; ++n) {
        if (n % steps_between_looks(bits) == 0 && stop.stop_requested()) return false;
        if (orbit.side() != DirectOrbit::Side::inside) return false;
        orbit.step();
    }
    return true;
}

}  // namespace mariani::deep
