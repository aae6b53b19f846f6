#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include "compute/workloads/mandelbrot/deep/nucleus.hpp"
#include "compute/workloads/mandelbrot/deep/place.hpp"
#include "oracle.hpp"
#include "places.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

Reference reference_at(const Place& place, std::int64_t bits) {
    return {from_decimal(place.re, bits + 40), from_decimal(place.im, bits + 40), bits};
}

void expect_same_bits(const ExactComplex& a, const ExactComplex& b) {
    EXPECT_EQ(a.exponent, b.exponent);
    EXPECT_TRUE(std::ranges::equal(a.mantissa.re.limb, b.mantissa.re.limb));
    EXPECT_TRUE(std::ranges::equal(a.mantissa.im.limb, b.mantissa.im.limb));
}

// To a relative 2^-52, and as much as a step may differ.
void expect_honest_gap(const ScaledReal& gap, mpfr_ptr re, mpfr_ptr im, std::int64_t bits) {
    Number exact(4000), found(4000);
    mpfr_fmma(exact, re, re, im, im, MPFR_RNDN);
    mpfr_ui_sub(exact, 4, exact, MPFR_RNDN);
    mpfr_set_d(found, gap.mantissa, MPFR_RNDN);
    mpfr_mul_2si(found, found, static_cast<long>(gap.exponent), MPFR_RNDN);
    mpfr_sub(found, found, exact, MPFR_RNDN);
    EXPECT_LE(std::fabs(mpfr_get_d(found, MPFR_RNDN)),
              std::fabs(mpfr_get_d(exact, MPFR_RNDN)) * 0x1p-52 +
                  std::ldexp(1.0, static_cast<int>(1 - bits)));
}

// Each step beside one of 4000 bits from the same number: the promise is for the numbers that the
// points are rounded from, so it is tried where these hold all of them: for few bits.
void expect_honest_steps(OrbitSource& source, std::int64_t bits) {
    Number re(4000), im(4000), a(4000), b(4000), c(4000);
    mpfr_set_zero(re, 1);
    mpfr_set_zero(im, 1);
    for (int n = 1; n < 200; ++n) {
        const auto [z, gap] = source.next();
        mpfr_fmms(a, re, re, im, im, MPFR_RNDN);
        mpfr_add(a, a, source.c_re().get(), MPFR_RNDN);
        mpfr_mul(b, re, im, MPFR_RNDN);
        mpfr_mul_ui(b, b, 2, MPFR_RNDN);
        mpfr_add(b, b, source.c_im().get(), MPFR_RNDN);
        set(re, z.mantissa.re, z.exponent);
        set(im, z.mantissa.im, z.exponent);
        mpfr_sub(a, a, re, MPFR_RNDN);
        mpfr_sub(b, b, im, MPFR_RNDN);
        mpfr_hypot(c, a, b, MPFR_RNDN);
        expect_honest_gap(gap, re, im, bits);
        ASSERT_LE(mpfr_get_d(c, MPFR_RNDU), std::ldexp(1.0, static_cast<int>(1 - bits)))
            << "step " << n;
    }
}

TEST(DeepReferenceTest, StepsAreAsExactAsTheyPromise) {
    constexpr std::int64_t bits = 172;  // of which points hold all, with those before the point
    const BigReal re = from_decimal("-0.7436438870371587", bits),
                  im = from_decimal("0.13182590", bits);
    expect_honest_steps(*make_fixed_orbit(re, im, bits), bits);
    expect_honest_steps(*make_float_orbit(re, im, bits), bits);
}

// Chaos doubles an error about every other step: 64 bits hold for some steps.
TEST(DeepReferenceTest, FixedAndFloatingPointAgree) {
    for (const std::int64_t bits : {64, 128, 700, 2000}) {
        const BigReal re = from_decimal(place_1e300().place.re, bits + 40),
                      im = from_decimal(place_1e300().place.im, bits + 40);
        const auto fixed = make_fixed_orbit(re, im, bits);
        const auto floating = make_float_orbit(fixed->c_re(), fixed->c_im(), bits);
        for (int n = 1; n < 30; ++n) {
            const auto a = Ranged<double>::to_plain(Ranged<double>::from(fixed->next().z));
            const auto b = Ranged<double>::to_plain(Ranged<double>::from(floating->next().z));
            ASSERT_NEAR(a.re, b.re, 1e-9) << bits << " bits, step " << n;
            ASSERT_NEAR(a.im, b.im, 1e-9) << bits << " bits, step " << n;
        }
    }
}

// At a nucleus the orbit comes back to 0, as near as the digits of its coordinates allow.
TEST(DeepReferenceTest, ANucleusComesBack) {
    for (const auto* known : {&place_1e113(), &place_1e300(), &place_1e1086()}) {
        const std::int64_t bits = 4 * static_cast<std::int64_t>(known->place.re.size());
        auto reference = reference_at(known->place, bits);
        Progress progress;
        ASSERT_TRUE(reference.extend(known->period, {}, progress));
        const auto& last = reference.points()[known->period].z;
        const auto height = from_decimal(known->place.height, 64);
        EXPECT_LT(last.exponent, std::int64_t{mpfr_get_exp(height.get())} * 2 / 5) << known->name;
    }
}

TEST(DeepReferenceTest, ExtendedInPlaceAsInOneGo) {
    for (const auto* known : {&place_1e50(), &place_1e533()}) {
        auto parts = reference_at(known->place, 1800), whole = reference_at(known->place, 1800);
        Progress progress;
        for (const std::uint32_t limit : {1U, 100U, 100U, 1500U})
            ASSERT_TRUE(parts.extend(limit, {}, progress));
        ASSERT_TRUE(whole.extend(1500, {}, progress));
        ASSERT_EQ(parts.points().size(), 1501U);
        ASSERT_EQ(whole.points().size(), 1501U);
        for (std::size_t i = 0; i < parts.points().size(); ++i)
            expect_same_bits(parts.points()[i].z, whole.points()[i].z);
    }
}

// A little beyond the circle: pixels beside it may be inside when it is not.
TEST(DeepReferenceTest, EndsWhereItHasEscaped) {
    auto reference = reference_at({"0.5", "0.5", "1"}, 100);
    Progress progress;
    ASSERT_TRUE(reference.extend(1000, {}, progress));
    EXPECT_TRUE(reference.has_ended());
    const std::size_t last = reference.points().size() - 1;
    const auto modulus = [&](std::size_t i) {
        return to_double(Ranged<double>::modulus(Ranged<double>::from(reference.points()[i].z)));
    };
    EXPECT_GE(modulus(last), std::sqrt(5));
    EXPECT_LT(modulus(last - 1), std::sqrt(5));
    ASSERT_TRUE(reference.extend(2000, {}, progress));
    EXPECT_EQ(reference.points().size() - 1, last);
}

TEST(DeepReferenceTest, StopsAndGoesOn) {
    for (const std::int64_t bits : {200, 100'000}) {
        auto reference = reference_at({"0", "1", "1"}, bits),
             whole = reference_at({"0", "1", "1"}, bits);
        std::stop_source stop;
        stop.request_stop();
        Progress progress;
        EXPECT_FALSE(reference.extend(3000, stop.get_token(), progress));
        EXPECT_LT(reference.points().size(), 3000U);
        ASSERT_TRUE(reference.extend(1200, {}, progress));
        ASSERT_TRUE(whole.extend(1200, {}, progress));
        ASSERT_EQ(reference.points().size(), whole.points().size());
        expect_same_bits(reference.points().back().z, whole.points().back().z);
    }
}

TEST(DeepNucleusTest, KnownPlacesAreFoundFromAFewDigits) {
    for (const auto* known : {&place_1e14(), &place_1e50(), &place_1e300()}) {
        const BigReal height = from_decimal(known->place.height, 64);
        const std::int64_t bits = 3 * -mpfr_get_exp(height.get()) + 200;
        const ScaledReal radius(1, mpfr_get_exp(height.get()) - 2);
        const auto re = from_decimal(known->place.re, bits),
                   im = from_decimal(known->place.im, bits);
        const auto period = period_in_disc(re, im, radius, known->limit, {});
        ASSERT_TRUE(period.has_value()) << known->name;
        EXPECT_EQ(*period, known->period);
        const auto nucleus = nucleus_near(re, im, radius, *period, {});
        ASSERT_TRUE(nucleus.has_value()) << known->name;
        const auto digits = static_cast<std::int64_t>(known->place.re.find_last_of("0123456789")) -
                            static_cast<std::int64_t>(known->place.re.find('.'));
        EXPECT_EQ(to_decimal(nucleus->re, digits - 2).substr(0, known->place.re.size() - 4),
                  known->place.re.substr(0, known->place.re.size() - 4));
        EXPECT_TRUE(nucleus->size < radius * ScaledReal(4));
    }
}

TEST(DeepNucleusTest, SizesByHand) {
    // The set itself, and the two large minibrots of the antenna and above the set: Mu-Ency.
    struct Case {
        const char *re, *im;
        std::uint32_t period;
        double size;
    };
    for (const Case& known : {Case{"0.01", "0.01", 1, 1.0}, Case{"-1.75", "0", 3, 0.019},
                              Case{"-0.157", "1.03", 4, 0.0082}}) {
        const auto re = from_decimal(known.re, 300), im = from_decimal(known.im, 300);
        const ScaledReal radius(0x1p-5);
        EXPECT_EQ(period_in_disc(re, im, radius, 100, {}), known.period);
        const auto nucleus = nucleus_near(re, im, radius, known.period, {});
        ASSERT_TRUE(nucleus.has_value()) << known.re;
        EXPECT_NEAR(to_double(nucleus->size), known.size, known.size * 0.1);
    }
}

TEST(DeepNucleusTest, NothingWhereThereIsNone) {
    const auto re = from_decimal("0.6", 300), im = from_decimal("0.6", 300);
    EXPECT_EQ(period_in_disc(re, im, ScaledReal(0x1p-10), 1000, {}), std::nullopt);
    const auto inside = from_decimal("-0.1", 300), zero = from_decimal("0", 300);
    EXPECT_EQ(period_in_disc(inside, zero, ScaledReal(0x1p-10), 1000, {}), std::nullopt);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(period_in_disc(inside, zero, ScaledReal(0x1p-10), 1000, stop.get_token()),
              std::nullopt);
    EXPECT_FALSE(nucleus_near(inside, zero, ScaledReal(1), 1, stop.get_token()).has_value());
}

}  // namespace
}  // namespace mariani::deep
