// Jumps beside the steps that they stand for, in many digits.
#include "compute/workloads/mandelbrot/deep/cpu/jump_table.hpp"
#include "compute/workloads/mandelbrot/deep/offsets.hpp"
#include "oracle.hpp"
#include "places.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

constexpr long bits = 1200;

void set(mpfr_ptr to, DoubleDouble value, std::int64_t exponent) {
    mpfr_set_d(to, value.high, MPFR_RNDN);
    mpfr_add_d(to, to, value.low, MPFR_RNDN);
    mpfr_mul_2si(to, to, static_cast<long>(exponent), MPFR_RNDN);
}
template <typename M>
void set(mpfr_ptr re, mpfr_ptr im, const Complex<M>& value, std::int64_t exponent = 0) {
    if constexpr (std::is_same_v<M, DoubleDouble>) {
        set(re, value.re, exponent);
        set(im, value.im, exponent);
    } else {
        set(re, DoubleDouble{value.re, 0}, exponent);
        set(im, DoubleDouble{value.im, 0}, exponent);
    }
}
template <typename M>
void set(mpfr_ptr re, mpfr_ptr im, const Scaled<M>& value) {
    set(re, im, value.mantissa, value.exponent);
}

ScaledReal modulus(mpfr_srcptr re, mpfr_srcptr im) {
    Number norm(bits);
    mpfr_hypot(norm, re, im, MPFR_RNDN);
    if (mpfr_zero_p(static_cast<mpfr_ptr>(norm))) return {};
    long exponent = 0;
    const double mantissa = mpfr_get_d_2exp(&exponent, norm, MPFR_RNDN);
    return {mantissa, exponent};
}
ScaledReal wide(double value) {
    return ScaledReal(value);
}
ScaledReal wide(const ScaledReal& value) {
    return value;
}

// A direction, in the numbers of N.
template <typename N>
typename N::Complex direction(std::mt19937_64& random, const ScaledReal& length) {
    const double angle = std::uniform_real_distribution<>(0, 6.283)(random);
    const Complex<ExactMantissa> mantissa{ExactMantissa(length.mantissa * std::cos(angle)),
                                          ExactMantissa(length.mantissa * std::sin(angle))};
    return N::from(normalised(mantissa, length.exponent));
}

template <typename N>
class DeepJumpTest : public testing::Test {
  protected:
    // Steps in many digits from `delta` at an index; the orbit's points are the reference's, in
    // many digits too. Fails where a step before the last one escapes.
    void walk(std::uint32_t index, std::uint32_t length, const typename N::Complex& delta,
              const typename N::Complex& c, mpfr_ptr re, mpfr_ptr im) {
        Number c_re(bits), c_im(bits), w_re(bits), w_im(bits), t(bits);
        set(re, im, delta);
        set(c_re, c_im, c);
        for (std::uint32_t i = index; i < index + length; ++i) {
            Number& z_re = *exact_[2 * i];
            Number& z_im = *exact_[2 * i + 1];
            mpfr_add(w_re, z_re, re, MPFR_RNDN);
            mpfr_add(w_im, z_im, im, MPFR_RNDN);
            ASSERT_LT(to_double(modulus(w_re, w_im)), 2) << "a step of a jump escapes";
            mpfr_add(w_re, w_re, z_re, MPFR_RNDN);
            mpfr_add(w_im, w_im, z_im, MPFR_RNDN);
            mpfr_fmms(t, w_re, re, w_im, im, MPFR_RNDN);
            mpfr_fmma(im, w_re, im, w_im, re, MPFR_RNDN);
            mpfr_add(re, t, c_re, MPFR_RNDN);
            mpfr_add(im, im, c_im, MPFR_RNDN);
        }
    }

    void prepare(const KnownPlace& known, std::uint32_t limit) {
        const PixelPoints points(known.place, {64, 64}, 900);
        reference_ = std::make_unique<Reference>(points.centre_re(), points.centre_im(), 900);
        Progress progress;
        ASSERT_TRUE(reference_->extend(limit, {}, progress));
        const Offsets offsets(points, {64, 64}, whole(ImageSize{64, 64}), *reference_);
        most_ = offsets.most();
        for (const auto& point : reference_->points()) orbit_.push_back(N::from(point));
        follow(limit);
    }

    void follow(std::uint32_t limit) {
        Number re(bits), im(bits), t(bits);
        mpfr_set_zero(re, 1);
        mpfr_set_zero(im, 1);
        for (std::uint32_t i = 0; i <= limit; ++i) {
            for (mpfr_ptr part : {static_cast<mpfr_ptr>(re), static_cast<mpfr_ptr>(im)}) {
                exact_.push_back(std::make_unique<Number>(bits));
                mpfr_set(*exact_.back(), part, MPFR_RNDN);
            }
            mpfr_fmms(t, re, re, im, im, MPFR_RNDN);
            mpfr_mul(im, re, im, MPFR_RNDN);
            mpfr_mul_ui(im, im, 2, MPFR_RNDN);
            mpfr_add(re, t, reference_->c_re().get(), MPFR_RNDN);
            mpfr_add(im, im, reference_->c_im().get(), MPFR_RNDN);
        }
    }

    std::unique_ptr<Reference> reference_;
    ScaledReal most_;
    std::vector<typename N::Complex> orbit_;
    std::vector<std::unique_ptr<Number>> exact_;
};

using Kinds = testing::Types<Plain<float>, Plain<double>, Ranged<double>, Ranged<DoubleDouble>>;
TYPED_TEST_SUITE(DeepJumpTest, Kinds);

// Within their radius, jumps err by no more than the certificate says, and no step escapes.
TYPED_TEST(DeepJumpTest, ErrAsTheCertificateSays) {
    using N = TypeParam;
    constexpr bool narrow = std::is_same_v<N, Plain<float>>;
    // Chaos takes what 900 bits have beyond the pixels at a tenth of a bit per step.
    this->prepare(narrow ? place_1e14() : place_1e50(), 700);
    const JumpRule rule{N::unit};
    const auto most = N::bound(this->most_.mantissa, this->most_.exponent);
    mariani::cpu::ThreadPool pool(1);
    Progress progress;
    const OrbitView<N> orbit{this->orbit_.data(),
                             static_cast<std::uint32_t>(this->orbit_.size() - 1)};
    const cpu::JumpTable<N> table(orbit, rule, most, pool, {}, progress);
    const auto view = table.view();
    ASSERT_GT(view.level_count, 7);
    std::mt19937_64 random(5);
    int tried = 0;
    for (int level = 0; level < view.level_count; ++level)
        for (std::uint32_t entry = 0; entry < view.counts[level];
             entry += 1 + (level < 4 ? 13 : 2)) {
            const auto& jump = view.levels[level][entry];
            if (!(ScaledReal() < wide(jump.radius))) continue;
            ++tried;
            const std::uint32_t length = 1U << level;
            const auto delta = direction<N>(random, wide(jump.radius) * ScaledReal(0.999));
            const auto c = direction<N>(random, this->most_ * ScaledReal(0.999));
            Number re(bits), im(bits), found_re(bits), found_im(bits);
            this->walk(1 + (entry << level), length, delta, c, re, im);
            if (this->HasFatalFailure()) return;
            set(found_re, found_im, mul_add(jump.a, delta, mul(jump.b, c)));
            mpfr_sub(re, re, found_re, MPFR_RNDN);
            mpfr_sub(im, im, found_im, MPFR_RNDN);
            const ScaledReal allowed =
                ScaledReal(rule.error<N>(length)) *
                (wide(jump.most_a) * wide(octagon(delta)) + wide(jump.most_b) * wide(octagon(c)));
            ASSERT_FALSE(allowed < modulus(re, im)) << "level " << level << ", entry " << entry;
        }
    EXPECT_GT(tried, 100);
}

// Of the longest that the radius allows, and never beyond the steps that are left.
TEST(DeepJumpTableTest, FindsTheLongest) {
    using N = Plain<double>;
    std::vector<Complex<double>> orbit(18, {0.25, 0.25});
    orbit[0] = {0, 0};
    mariani::cpu::ThreadPool pool(1);
    Progress progress;
    const cpu::JumpTable<N> table({orbit.data(), 17}, {}, 1e-40, pool, {}, progress);
    const auto view = table.view();
    ASSERT_EQ(view.level_count, 5);
    EXPECT_EQ(view.counts[0], 16U);
    EXPECT_EQ(find_jump<N>(view, 0, 100, 1e-40).jump, nullptr);
    EXPECT_EQ(find_jump<N>(view, 1, 100, 1e-40).length, 16U);
    EXPECT_EQ(find_jump<N>(view, 1, 15, 1e-40).length, 8U);
    EXPECT_EQ(find_jump<N>(view, 2, 100, 1e-40).length, 1U);
    EXPECT_EQ(find_jump<N>(view, 3, 100, 1e-40).length, 2U);
    EXPECT_EQ(find_jump<N>(view, 9, 100, 1e-40).length, 8U);
    EXPECT_EQ(find_jump<N>(view, 17, 100, 1e-40).jump, nullptr);
    EXPECT_EQ(find_jump<N>(view, 1, 100, 1e-10).jump, nullptr);
    EXPECT_EQ(find_jump<N>(view, 1, 0, 1e-40).jump, nullptr);
}

// A reference beyond 2 has no radius there, nor has any jump across it.
TEST(DeepJumpTableTest, NoJumpPassesTheCircle) {
    using N = Plain<double>;
    for (const double modulus : {1.999999, 2.0, 2.5}) {
        const auto jump = single_jump<N>({modulus, 0}, {0x1p-4});
        if (modulus < 2)
            EXPECT_NEAR(jump.radius, 2 - modulus, 1e-9);
        else
            EXPECT_EQ(jump.radius, 0);
        const auto before = single_jump<N>({0.25, 0}, {0x1p-4});
        EXPECT_LE(merged(before, jump, 1, {0x1p-4}, 1e-30).radius, jump.radius / 0.5);
    }
}

}  // namespace
}  // namespace mariani::deep
