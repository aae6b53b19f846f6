// Points that the cardioid and bulb formulas find inside are inside, even close to the edge.
#include "compute/workloads/mandelbrot/formula.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

using Point = std::complex<long double>;  // has 11 bits more than double

template <typename T>
class InteriorFormulas : public testing::Test {
  protected:
    // An angle near 0 or pi (at the cusp or the joint), or anywhere; and a factor near 1.
    long double angle() {
        const long double near = std::numbers::pi_v<long double> * power(-8);
        switch (random_() % 3) {
            case 0:
                return near;
            case 1:
                return std::numbers::pi_v<long double> - near;
            default:
                return 2 * std::numbers::pi_v<long double> * unit();
        }
    }
    long double stretch() { return 1 + (random_() % 2 == 0 ? 1 : -1) * power(-17); }

    template <typename Edge, typename Knows, typename Holds>
    void expect_none_outside(const Edge& edge, const Knows& knows, const Holds& holds) {
        int known = 0;
        for (int i = 0; i < 300'000; ++i) {
            const Point c = edge(angle(), stretch());
            const T re = static_cast<T>(c.real()), im = static_cast<T>(c.imag());
            if (!knows(re, im)) continue;
            ++known;
            ASSERT_TRUE(holds(Point(re, im))) << re << " " << im;
        }
        EXPECT_GT(known, 30'000);
    }

  private:
    long double unit() { return static_cast<long double>(random_() >> 11) * 0x1p-53L; }
    long double power(int min_exponent) { return std::pow(10.0L, min_exponent * unit()); }

    std::mt19937_64 random_{1};
};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(InteriorFormulas, Numbers);

TYPED_TEST(InteriorFormulas, TheCardioidHoldsWhatIsKnownToBeInIt) {
    this->expect_none_outside(
        [](long double angle, long double stretch) {
            return 0.25L + std::polar((1 - std::cos(angle)) / 2 * stretch, angle);
        },
        [](TypeParam re, TypeParam im) { return mandelbrot::in_cardioid(re, im); },
        // q (q + x) < y^2 / 4, with q + x written so that there is no cancellation at c = -3/4.
        [](Point c) {
            const long double x = c.real() - 0.25L, y2 = c.imag() * c.imag();
            return (x * x + y2) * (x * (c.real() + 0.75L) + y2) < y2 / 4 ||
                   (y2 == 0 && x <= 0 && x > -1);
        });
}

TYPED_TEST(InteriorFormulas, TheBulbHoldsWhatIsKnownToBeInIt) {
    this->expect_none_outside(
        [](long double angle, long double stretch) {
            return -1.0L + std::polar(0.25L * stretch, angle);
        },
        [](TypeParam re, TypeParam im) { return mandelbrot::in_bulb(re, im); },
        [](Point c) { return std::norm(c + 1.0L) < 0.0625L; });
}

}  // namespace
}  // namespace mariani::tests
