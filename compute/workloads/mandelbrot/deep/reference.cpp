#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <algorithm>
#include <gmp.h>
#include <optional>
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

Reference::Reference(const BigReal& re, const BigReal& im, std::int64_t fraction_bits)
    : fraction_bits_(fraction_bits), source_(make_orbit(re, im, fraction_bits)), points_(1) {}

bool Reference::extend(std::uint32_t limit, const std::stop_token& stop, Progress& progress) {
    progress.begin(Stage::reference, limit);
    points_.reserve(limit + std::size_t{1});  // a longer one would be moved while a stop waits
    while (!ended_ && points_.size() <= limit) {
        if (points_.size() % steps_between_looks(fraction_bits_) == 0) {
            if (stop.stop_requested()) return false;
            progress.done = static_cast<std::int64_t>(points_.size());
        }
        points_.push_back(source_->next());
        const ScaledReal outside = -points_.back().gap;
        ended_ = is_positive(outside) && !(outside < ScaledReal(1));
    }
    return true;
}

std::unique_ptr<OrbitSource> make_fixed_orbit(const BigReal& re, const BigReal& im,
                                              std::int64_t fraction_bits) {
    return std::make_unique<FixedOrbit>(re, im, fraction_bits);
}

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
