// Traps: what is in one stays in it, as it is computed.
#include "compute/workloads/volume/trap.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::volume {
namespace {

struct Point {
    double re, im;
};

// A grid over the Mandelbrot set, and c at the borders of what is attracted.
std::vector<Point> many_c() {
    std::vector<Point> all;
    constexpr int side = 120;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            all.push_back({-2.1 + 2.8 * x / side, -1.3 + 2.6 * (y + 0.5) / side});
    for (int i = 0; i < 64; ++i) {
        const double angle = 2 * std::numbers::pi * i / 64;
        for (const double part : {0.5, 0.9, 0.99, 0.9999, 1.0, 1.0001}) {
            const double re = part * std::cos(angle), im = part * std::sin(angle);
            // c of the fixed point whose multiplier is part e^(i angle)
            all.push_back({re / 2 - (re * re - im * im) / 4, im / 2 - re * im / 2});
            all.push_back({-1 + re / 4, im / 4});
        }
    }
    for (const Point c : {Point{0, 0}, {-1, 0}, {-0.75, 0}, {0.25, 0}, {-2, 0}, {0.5, 0.5}})
        all.push_back(c);
    return all;
}

template <typename T>
void expect_a_step_from_one_into_the_other(const Disc<T>& from, const Disc<T>& to, T c_re, T c_im) {
    constexpr int angles = 48;
    for (int i = 0; i < angles; ++i)
        for (const double part : {0.0, 0.5, 0.99, 0.9999999, 1.0}) {
            const double angle = 2 * std::numbers::pi * i / angles;
            const double radius = part * std::sqrt(static_cast<double>(from.square));
            T re = static_cast<T>(from.re + radius * std::cos(angle));
            T im = static_cast<T>(from.im + radius * std::sin(angle));
            if (!from.holds(re, im)) continue;
            ASSERT_LT(mandelbrot::norm(re, im), T(4)) << c_re << ' ' << c_im;
            mandelbrot::step(re, im, c_re, c_im);
            ASSERT_TRUE(to.holds(re, im)) << c_re << ' ' << c_im << " angle " << angle;
        }
}

template <typename T>
class TrapOf : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(TrapOf, Numbers);

TYPED_TEST(TrapOf, IsLeftByNoOrbit) {
    for (const auto& point : many_c()) {
        const auto re = static_cast<TypeParam>(point.re), im = static_cast<TypeParam>(point.im);
        const auto trap = trap_of(re, im);
        expect_a_step_from_one_into_the_other(trap.first, trap.second, re, im);
        expect_a_step_from_one_into_the_other(trap.second, trap.first, re, im);
    }
}

TYPED_TEST(TrapOf, IsThereWhereACycleAttracts) {
    const auto has = [](double re, double im) {
        return trap_of(static_cast<TypeParam>(re), static_cast<TypeParam>(im)).first.square > 0;
    };
    EXPECT_TRUE(has(0, 0));
    EXPECT_TRUE(has(-0.5, 0.3));
    EXPECT_TRUE(has(0.2, 0));
    EXPECT_TRUE(has(-1, 0));
    EXPECT_TRUE(has(-1.1, 0.1));
    EXPECT_FALSE(has(0.26, 0));
    EXPECT_FALSE(has(-0.75, 0));
    EXPECT_FALSE(has(-1.3, 0));
    EXPECT_FALSE(has(-0.12, 0.75));  // period 3
    EXPECT_FALSE(has(1, 1));
}

// At c = 0 all of the unit disc is attracted.
TYPED_TEST(TrapOf, IsWideWhereItCanBe) {
    EXPECT_GT(trap_of<TypeParam>(0, 0).first.square, TypeParam(0.6));
    EXPECT_GT(trap_of<TypeParam>(-1, 0).first.square, TypeParam(0.12));
}

}  // namespace
}  // namespace mariani::volume
