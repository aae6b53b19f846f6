// A proof that an orbit never escapes must be right, even if escape is near, and pay off.
#include "compute/workloads/mandelbrot/point.hpp"

#include <bit>
#include <complex>
#include <numbers>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

template <typename T>
class Trapping : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(Trapping, Numbers);

template <typename T>
subdivision::ElementDwell dwell_of(T c_re, T c_im, std::uint32_t dwell_limit, bool shortcuts) {
    return mandelbrot::dwell_of_orbit<mandelbrot::ProvenReturn>(
        mandelbrot::OrbitStart<T>{c_re, c_im, c_re, c_im}, dwell_limit, shortcuts);
}

// The state after this many steps.
template <typename T>
std::complex<T> orbit(std::complex<T> c, int steps) {
    T re = c.real(), im = c.imag();
    for (int i = 0; i < steps; ++i) mandelbrot::step(re, im, c.real(), c.imag());
    return {re, im};
}

template <typename T>
bool trapped(std::complex<T> z, std::complex<T> c, T distance) {
    return mandelbrot::find_trapping_disc(z.real(), z.imag(), c.real(), c.imag(), distance).trapped;
}

// Centres of components have a cycle through 0: of period 2, 3, 3 and 4.
template <typename T>
const std::complex<T> centres[] = {{T(-1), T(0)},
                                   {T(-1.754877666), T(0)},
                                   {T(-0.122561167), T(0.744861767)},
                                   {T(0.282271391), T(0.530060618)}};

TYPED_TEST(Trapping, IsFoundAtCentresAndNearThem) {
    for (const auto& centre : centres<TypeParam>)
        for (const auto offset : {TypeParam(0), TypeParam(0.002)}) {
            const auto c = centre + std::complex<TypeParam>(offset, 0);
            EXPECT_TRUE(trapped(orbit(c, 96), c, TypeParam(1e-4))) << c;
        }
}

// There the orbit returns ever closer, but nothing attracts it; a little outside it escapes, after
// more and more steps.
TYPED_TEST(Trapping, IsNotFoundWhereNothingPullsTheOrbitIn) {
    for (const double beyond : {0.0, 1e-6, 1e-5, 1e-4}) {
        const std::complex<TypeParam> cusp(TypeParam(0.25 + beyond), 0);
        for (const int steps : {100, 1000})
            EXPECT_FALSE(trapped(orbit(cusp, steps), cusp, TypeParam(1e-5))) << cusp;
    }
    const std::complex<TypeParam> tip(-2, 0);  // its orbit ends at 2, which is repelling
    EXPECT_FALSE(trapped(orbit(tip, 10), tip, TypeParam(0)));
}

// Around the bulb of period 3, on both sides of its edge.
TYPED_TEST(Trapping, NeverChangesADwell) {
    const std::complex<double> bulb(-0.1226, 0.7449);
    int inside = 0, outside = 0;
    for (int ring = 0; ring < 40; ++ring)
        for (int i = 0; i < 100; ++i) {
            const auto c = bulb + std::polar(0.090 + 0.0005 * ring, i * std::numbers::pi / 50);
            const auto re = static_cast<TypeParam>(c.real());
            const auto im = static_cast<TypeParam>(c.imag());
            const auto plain = dwell_of(re, im, 20000, false);
            const auto shortened = dwell_of(re, im, 20000, true);
            EXPECT_EQ(shortened.dwell, plain.dwell) << c;
            ++(plain.dwell == 20000 ? inside : outside);
        }
    EXPECT_GT(inside, 500);
    EXPECT_GT(outside, 500);
}

// In the bulb of period 3, near its edge.
TYPED_TEST(Trapping, TakesFewerStepsThanToWaitForARepeat) {
    const std::complex<TypeParam> c(TypeParam(-0.12), TypeParam(0.83));
    const auto point = dwell_of(c.real(), c.imag(), 100000, true);
    EXPECT_EQ(point.dwell, 100000U);
    TypeParam re = c.real(), im = c.imag(), kept_re = 4, kept_im = 4;
    unsigned repeat = 0;
    while (repeat < 100000 && !(re == kept_re && im == kept_im)) {
        if (std::has_single_bit(repeat)) {
            kept_re = re;
            kept_im = im;
        }
        mandelbrot::step(re, im, c.real(), c.imag());
        ++repeat;
    }
    EXPECT_LT(point.iterations, repeat);
}

}  // namespace
}  // namespace mariani::tests
