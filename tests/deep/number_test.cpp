// The numbers' operations beside exact ones: what certificate.md takes for granted.
#include "compute/workloads/mandelbrot/deep/big_real.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"
#include "oracle.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

constexpr long bits = 600;

class Random {
  public:
    // Has a magnitude from 2^-least to 1.
    double real(int least = 40) {
        const double mantissa = std::uniform_real_distribution<>(-1, 1)(engine_);
        return std::ldexp(mantissa,
                          -static_cast<int>(engine_() % static_cast<unsigned>(least + 1)));
    }
    template <typename M>
    Complex<M> complex() {
        if constexpr (std::is_same_v<M, DoubleDouble>)
            return {full(), full()};
        else
            return {static_cast<M>(real()), static_cast<M>(real())};
    }

  private:
    DoubleDouble full() {
        const double high = real();
        return fast_two_sum(high, high * 0x1p-54 * real(2));
    }
    std::mt19937_64 engine_{3};
};

void set(mpfr_ptr to, double value) {
    mpfr_set_d(to, value, MPFR_RNDN);
}
void set(mpfr_ptr to, DoubleDouble value) {
    mpfr_set_d(to, value.high, MPFR_RNDN);
    mpfr_add_d(to, to, value.low, MPFR_RNDN);
}

// |found - expected|.
template <typename M>
double distance(const Complex<M>& found, Number& re, Number& im) {
    Number a(bits), b(bits);
    set(a, found.re);
    set(b, found.im);
    mpfr_sub(a, a, re, MPFR_RNDN);
    mpfr_sub(b, b, im, MPFR_RNDN);
    mpfr_hypot(a, a, b, MPFR_RNDN);
    return mpfr_get_d(a, MPFR_RNDN);
}

template <typename M>
double modulus(const Complex<M>& a) {
    return std::hypot(to_double(a.re), to_double(a.im));
}

template <typename M>
class DeepNumberTest : public testing::Test {};
using Mantissas = testing::Types<float, double, DoubleDouble>;
TYPED_TEST_SUITE(DeepNumberTest, Mantissas);

TYPED_TEST(DeepNumberTest, SumsAreAsExactAsTheUnitSays) {
    Random random;
    for (int i = 0; i < 20'000; ++i) {
        const auto a = random.complex<TypeParam>(), b = random.complex<TypeParam>();
        Number re(bits), im(bits), other(bits);
        set(re, a.re);
        set(other, b.re);
        mpfr_add(re, re, other, MPFR_RNDN);
        set(im, a.im);
        set(other, b.im);
        mpfr_add(im, im, other, MPFR_RNDN);
        const auto sum = add(a, b);
        ASSERT_LE(distance(sum, re, im), unit_of<TypeParam> * modulus(sum));
    }
}

// |error| <= u (|a b| + |c|) + u |result| + u |a b|, the last of which only two doubles need.
TYPED_TEST(DeepNumberTest, ProductsAndSumsAreAsExactAsTheCertificateSays) {
    Random random;
    constexpr double u = unit_of<TypeParam>;
    for (int i = 0; i < 20'000; ++i) {
        const auto a = random.complex<TypeParam>(), b = random.complex<TypeParam>();
        auto c = random.complex<TypeParam>();
        if (i % 3 == 0) {  // what nearly cancels
            const auto product = mul(a, b);
            c = {-product.re, -product.im};
        }
        Number re(bits), im(bits), x(bits), y(bits), z(bits), w(bits), term(bits);
        set(x, a.re);
        set(y, a.im);
        set(z, b.re);
        set(w, b.im);
        set(re, c.re);
        set(im, c.im);
        mpfr_fmms(term, x, z, y, w, MPFR_RNDN);
        mpfr_add(re, re, term, MPFR_RNDN);
        mpfr_fmma(term, x, w, y, z, MPFR_RNDN);
        mpfr_add(im, im, term, MPFR_RNDN);
        const auto result = mul_add(a, b, c);
        const double spare = std::is_same_v<TypeParam, DoubleDouble> ? 2 : 1;
        ASSERT_LE(distance(result, re, im),
                  u * (spare * modulus(a) * modulus(b) + modulus(c) + modulus(result)));
    }
}

template <typename M>
Complex<M> nearest(const Complex<DoubleDouble>& value, int exponent) {
    const Complex<ExactMantissa> exact{ExactMantissa(value.re), ExactMantissa(value.im)};
    return Plain<M>::from(normalised(exact, exponent));
}

// One step from a delta that is exact, its reference and c rounded: no more than the certificate
// adds for it, and not so little that this could not be seen.
TYPED_TEST(DeepNumberTest, AStepLosesWhatTheCertificateAllows) {
    Random random;
    double largest = 0;
    for (int i = 0; i < 20'000; ++i) {
        const auto exact = random.complex<DoubleDouble>();
        const auto reference = nearest<TypeParam>(exact, 0);
        const auto delta = random.complex<TypeParam>();
        auto exact_c = random.complex<DoubleDouble>();
        const int scale = i % 2 == 0 ? -60 : 0;
        const auto c = nearest<TypeParam>(exact_c, scale);
        exact_c = scaled_by(exact_c, power_of_two(scale));
        Number w_re(bits), w_im(bits), z_re(bits), z_im(bits), re(bits), im(bits), other(bits);
        set(z_re, delta.re);
        set(z_im, delta.im);
        set(w_re, exact.re);
        set(w_im, exact.im);
        mpfr_mul_ui(w_re, w_re, 2, MPFR_RNDN);
        mpfr_mul_ui(w_im, w_im, 2, MPFR_RNDN);
        mpfr_add(w_re, w_re, z_re, MPFR_RNDN);
        mpfr_add(w_im, w_im, z_im, MPFR_RNDN);
        mpfr_fmms(re, w_re, z_re, w_im, z_im, MPFR_RNDN);
        mpfr_fmma(im, w_re, z_im, w_im, z_re, MPFR_RNDN);
        set(other, exact_c.re);
        mpfr_add(re, re, other, MPFR_RNDN);
        set(other, exact_c.im);
        mpfr_add(im, im, other, MPFR_RNDN);
        const auto next = delta_step(reference, delta, c);
        using Bounds = Certificate<Plain<TypeParam>>;
        const double lost =
            Bounds::rounding_of_step(octagon(delta), octagon(reference), octagon(next));
        const double allowed = unit_of<TypeParam> * lost + Bounds(c, 0).of_c();
        const double found = distance(next, re, im);
        ASSERT_LE(found, allowed);
        largest = std::fmax(largest, found / allowed);
    }
    EXPECT_GT(largest, (std::is_same_v<TypeParam, DoubleDouble> ? 0.05 : 0.5));
}

// Near the circle, of a reference that is rounded and a delta that is exact: no more than the
// certificate allows, and not so little that this could not be seen.
TYPED_TEST(DeepNumberTest, AGapErrsAsTheCertificateAllows) {
    using N = Plain<TypeParam>;
    std::mt19937_64 random(13);
    double largest = 0;
    for (int i = 0; i < 20'000; ++i) {
        const auto power = [&] { return std::ldexp(1.0, -static_cast<int>(random() % 60)); };
        const double angle = std::uniform_real_distribution<>(0, 6.283)(random);
        const double radius = 2 + (i % 2 == 0 ? 0.03 : -0.03) * power();
        const Complex<DoubleDouble> exact{two_sum(radius * std::cos(angle), 0x1p-56 * power()),
                                          two_sum(radius * std::sin(angle), 0x1p-56 * power())};
        const double size = 0.03 * power();
        const auto delta =
            nearest<TypeParam>({{size * std::sin(3.0 * i), 0}, {size * std::cos(3.0 * i), 0}}, 0);
        Number re(bits), im(bits), other(bits), gap(bits);
        const auto gap_to = [&](Number& result) {
            mpfr_fmma(result, re, re, im, im, MPFR_RNDN);
            mpfr_ui_sub(result, 4, result, MPFR_RNDN);
        };
        set(re, exact.re);
        set(im, exact.im);
        gap_to(gap);
        const OrbitPoint<N> reference{nearest<TypeParam>(exact, 0), mpfr_get_d(gap, MPFR_RNDN)};
        set(other, delta.re);
        mpfr_add(re, re, other, MPFR_RNDN);
        set(other, delta.im);
        mpfr_add(im, im, other, MPFR_RNDN);
        gap_to(gap);
        const double found = full_gap<N>(reference, delta, add(reference.z, delta));
        mpfr_sub_d(gap, gap, found, MPFR_RNDN);
        const double error = std::fabs(mpfr_get_d(gap, MPFR_RNDN));
        if (std::fabs(found) >= near_gap) {
            ASSERT_LE(error, (1 - sure_share) * 0.1 * std::fabs(found));
            continue;
        }
        const double of_products =
            Certificate<N>::rounding_of_step(octagon(delta), octagon(reference.z), 0);
        const double allowed = unit_of_gap<N> * of_products + std::fabs(found) * 0x1p-50;
        ASSERT_LE(error, allowed);
        largest = std::fmax(largest, error / allowed);
    }
    EXPECT_GT(largest, 0.03);
}

TYPED_TEST(DeepNumberTest, TheOctagonHoldsTheDisc) {
    Random random;
    for (int i = 0; i < 20'000; ++i) {
        const auto a = random.complex<TypeParam>();
        ASSERT_GE(octagon(a) * (1 + 0x1p-50), modulus(a));
        ASSERT_LE(octagon(a), 1.083 * modulus(a));
    }
}

TEST(DeepScaledTest, RealsOfAnySize) {
    Random random;
    for (int i = 0; i < 20'000; ++i) {
        const double a = std::fabs(random.real()), b = std::fabs(random.real());
        // Far beyond a double's range, and back.
        const ScaledReal x(a, -100'000), y(b, -100'010);
        const ScaledReal back(1, 100'000);
        EXPECT_EQ(to_double(x * back), a);
        EXPECT_EQ(to_double((x + y) * back), a + b * 0x1p-10);
        EXPECT_EQ(to_double(x * y * back * back), a * b * 0x1p-10);
        EXPECT_EQ(x < y, a < b * 0x1p-10);
        EXPECT_EQ(to_double(excess(x, y) * back), std::fmax(a - b * 0x1p-10, 0));
        EXPECT_EQ(to_double(x / y), a / b * 0x1p10);
    }
}

TEST(DeepScaledTest, ZeroIsLessThanEverything) {
    const ScaledReal zero, least(1, -1'000'000'000);
    EXPECT_TRUE(zero < least);
    EXPECT_FALSE(least < zero);
    EXPECT_FALSE(zero < zero);
    EXPECT_EQ((zero * least).mantissa, 0);
    EXPECT_EQ((zero + least).mantissa, 1);
    EXPECT_EQ(to_double(zero), 0);
    EXPECT_EQ((ScaledReal(0x1p-1074)).mantissa, 0);  // denormal
}

// The same operations with a shared exponent give the same bits as without, within double's range.
TEST(DeepScaledTest, ComplexNumbersAsWithoutAnExponent) {
    Random random;
    using Wide = Scaled<double>;
    const auto wide = [](const Complex<double>& a) { return normalised(a, 0); };
    const auto expect_same = [](const Wide& a, const Complex<double>& b) {
        const auto plain = Ranged<double>::to_plain(a);
        EXPECT_EQ(plain.re, b.re);
        EXPECT_EQ(plain.im, b.im);
    };
    for (int i = 0; i < 20'000; ++i) {
        const auto a = random.complex<double>(), b = random.complex<double>(),
                   c = random.complex<double>();
        expect_same(add(wide(a), wide(b)), add(a, b));
        expect_same(mul(wide(a), wide(b)), mul(a, b));
        expect_same(mul_add(wide(a), wide(b), wide(c)), mul_add(a, b, c));
        expect_same(twice(wide(a)), twice(a));
    }
    const Wide zero;
    expect_same(mul_add(zero, wide({1, 2}), wide({3, 4})), {3, 4});
    expect_same(add(zero, zero), {0, 0});
    expect_same(mul(zero, wide({1, 2})), {0, 0});
}

TEST(DeepScaledTest, RoundingFromManyDigits) {
    Random random;
    for (int i = 0; i < 2000; ++i) {
        BigReal value(200);
        mpfr_set_d(value.get(), random.real(), MPFR_RNDN);
        mpfr_add_d(value.get(), value.get(), random.real() * 0x1p-60, MPFR_RNDN);
        mpfr_div_2si(value.get(), value.get(), 5000, MPFR_RNDN);
        const ExactReal found = exact_real(value);
        Number rest(bits);
        set(rest, found.mantissa.re, found.exponent);
        mpfr_sub(rest, rest, value.get(), MPFR_RNDN);
        mpfr_div(rest, rest, value.get(), MPFR_RNDN);
        ASSERT_LE(std::fabs(mpfr_get_d(rest, MPFR_RNDN)), 0x1p-185);
        mpfr_mul_2ui(rest, value.get(), 5000, MPFR_RNDN);
        const auto to_double = Plain<double>::from({found.mantissa, found.exponent + 5000});
        ASSERT_EQ(mpfr_get_d(rest, MPFR_RNDN), to_double.re);
        const auto longer = Plain<DoubleDouble>::from({found.mantissa, found.exponent + 5000});
        ASSERT_EQ(longer.re.high, to_double.re);
        mpfr_sub_d(rest, rest, longer.re.high, MPFR_RNDN);
        mpfr_sub_d(rest, rest, longer.re.low, MPFR_RNDN);
        ASSERT_LE(std::fabs(mpfr_get_d(rest, MPFR_RNDN)),
                  std::ldexp(1, -105 + static_cast<int>(found.exponent) + 5000));
    }
    BigReal zero(200);
    mpfr_set_zero(zero.get(), -1);
    EXPECT_EQ(exact_real(zero).exponent, exponent_of_zero);
    EXPECT_EQ(Ranged<DoubleDouble>::from(exact_real(zero)).mantissa.re.high, 0);
}

}  // namespace
}  // namespace mariani::deep
