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
    if constexpr (std::is_same_v<M, DoubleDouble> || std::is_same_v<M, ExactMantissa>) {
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
    // many digits too.
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
        for (const auto& point : reference_->points()) orbit_.push_back(rounded_point<N>(point));
        follow(limit);
    }

    // The largest of the errors is at least so much of what is allowed.
    void expect_honest_jumps(JumpRule rule, double least) {
        const auto most = N::bound(most_.mantissa, most_.exponent);
        mariani::cpu::ThreadPool pool(1);
        Progress progress;
        const OrbitView<N> orbit{orbit_.data(), static_cast<std::uint32_t>(orbit_.size() - 1)};
        const cpu::JumpTable<N> table(orbit, rule, most, pool, {}, progress);
        const auto view = table.view();
        ASSERT_GT(view.level_count, 6);
        std::mt19937_64 random(5);
        int tried = 0;
        double largest = 0;
        for (int level = 0; level < view.level_count; ++level)
            for (std::uint32_t entry = 0; entry < view.counts[level]; entry += level < 3 ? 9 : 1) {
                if (!(ScaledReal() < wide(view.levels[level][entry].radius))) continue;
                SCOPED_TRACE("level " + std::to_string(level) + ", entry " + std::to_string(entry));
                ++tried;
                largest = std::fmax(largest, share_of_allowed(view, level, entry, random));
                if (this->HasFatalFailure()) return;
            }
        EXPECT_GT(tried, 100);
        EXPECT_GT(largest, least);
    }

    // How much of the error that is allowed a jump has from a delta at its radius.
    double share_of_allowed(const JumpTableView<N>& table, int level, std::uint32_t entry,
                            std::mt19937_64& random) {
        const Jump<N>& jump = table.levels[level][entry];
        const std::uint32_t length = jump_length(level);
        const auto delta = direction<N>(random, wide(jump.radius) * ScaledReal(0.999));
        const auto c = direction<N>(random, most_ * ScaledReal(0.999));
        Number re(bits), im(bits), found_re(bits), found_im(bits);
        walk(1 + entry * length, length, delta, c, re, im);
        set(found_re, found_im, delta_jump(jump, delta, c));
        mpfr_sub(re, re, found_re, MPFR_RNDN);
        mpfr_sub(im, im, found_im, MPFR_RNDN);
        const ScaledReal allowed =
            ScaledReal(table.rule.template error<N>(length)) *
            (wide(jump.most_a) * wide(octagon(delta)) + wide(jump.most_b) * wide(octagon(c)));
        const double share = to_double(modulus(re, im) / allowed);
        EXPECT_LE(share, 1);
        EXPECT_LE(to_double(wide(jump.most_d) * wide(jump.radius) / wide(jump.most_a)),
                  quadratic_share);
        return share;
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
    std::vector<OrbitPoint<N>> orbit_;
    std::vector<std::unique_ptr<Number>> exact_;
};

using Kinds =
    testing::Types<Plain<float>, Plain<double>, Ranged<double>, Ranged<DoubleDouble>, LongNumber>;
TYPED_TEST_SUITE(DeepJumpTest, Kinds);

// Within their radius, jumps err by no more than the certificate says: where
// roundings are the most of it, and where it is what jumps leave out.
TYPED_TEST(DeepJumpTest, ErrAsTheCertificateSays) {
    using N = TypeParam;
    constexpr bool narrow = std::is_same_v<N, Plain<float>>;
    // Chaos takes what 900 bits have beyond the pixels at a tenth of a bit per step.
    this->prepare(narrow ? place_1e14() : place_1e50(), 700);
    this->expect_honest_jumps({std::fmax(N::unit, 0x1p-130)}, 0.01);
    this->expect_honest_jumps({narrow ? 0x1p-15 : 0x1p-24}, 0.01);
}

// The longest that the radius allows, and never beyond the steps that are left.
TEST(DeepJumpTableTest, FindsTheLongest) {
    using N = Plain<double>;
    std::vector<OrbitPoint<N>> orbit(18, {{0.25, 0.25}, 3.875});
    orbit[0] = {{0, 0}, 4};
    mariani::cpu::ThreadPool pool(1);
    Progress progress;
    const cpu::JumpTable<N> table({orbit.data(), 17}, {}, 1e-40, pool, {}, progress);
    const auto view = table.view();
    ASSERT_EQ(view.level_count, 4);
    EXPECT_EQ(view.counts[0], 8U);
    EXPECT_EQ(find_jump<N>(view, 0, 100, 1e-40).jump, nullptr);
    EXPECT_EQ(find_jump<N>(view, 1, 100, 1e-40).length, 16U);
    EXPECT_EQ(find_jump<N>(view, 1, 15, 1e-40).length, 8U);
    EXPECT_EQ(find_jump<N>(view, 2, 100, 1e-40).jump, nullptr);
    EXPECT_EQ(find_jump<N>(view, 3, 100, 1e-40).length, 2U);
    EXPECT_EQ(find_jump<N>(view, 9, 100, 1e-40).length, 8U);
    EXPECT_EQ(find_jump<N>(view, 17, 100, 1e-40).jump, nullptr);
    EXPECT_EQ(find_jump<N>(view, 1, 100, 1e-6).jump, nullptr);
    EXPECT_EQ(find_jump<N>(view, 1, 1, 1e-40).jump, nullptr);
}

}  // namespace
}  // namespace mariani::deep
