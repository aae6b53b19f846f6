// Distances and normals of escaped pixels, for each engine and scheme of the registry: against the
// formulas on each pixel's own orbit, and against what is known of the set.
#include "compute/cpu/engines.hpp"
#include "compute/model/field.hpp"
#include "compute/service/dwell_access.hpp"
#include "compute/workloads/mandelbrot/elements.hpp"
#include "tests/engines/each_engine.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

using Complex = std::complex<double>;

FramePlan with_exterior(FramePlan asked, Precision precision = Precision::f64) {
    asked.exterior = true;
    asked.precision = precision;
    return asked;
}

// How far apart two directions are, in turns.
double apart(double a, double b) {
    const double difference = std::abs(a - b);
    return std::min(difference, 1 - difference);
}

template <typename T>
Complex point_of(const FramePlan& asked, int x, int y) {
    const auto plane = mandelbrot::PixelPlane<T>::of(asked.view, piece_of(asked));
    return {plane.re(x), plane.im(y)};
}

// From the definitions, in turns of the program's step; the derivative in double in any case.
template <typename T>
subdivision::ElementExterior by_definition(Complex point, const std::optional<PlanePoint>& julia,
                                           double pitch) {
    T re = static_cast<T>(point.real()), im = static_cast<T>(point.imag());
    const T c_re = julia ? static_cast<T>(julia->re.nearest()) : re;
    const T c_im = julia ? static_cast<T>(julia->im.nearest()) : im;
    Complex derivative = 1;
    while (std::hypot(double{re}, double{im}) < 1e4) {
        derivative = 2.0 * Complex(re, im) * derivative + (julia ? 0.0 : 1.0);
        const T next = std::fma(re, re, std::fma(-im, im, c_re));
        im = std::fma(re + re, im, c_im);
        re = next;
    }
    const Complex z(re, im);
    const double modulus = std::abs(z), turn = std::arg(z / derivative) / (2 * std::acos(-1.0));
    return {static_cast<float>(modulus * std::log(modulus) / (std::abs(derivative) * pitch)),
            static_cast<float>(turn < 0 ? turn + 1 : turn)};
}

class ExteriorSuite : public EachEngine {
  protected:
    Frame run(const FramePlan& asked) {
        Frame frame = compute(*engine_, own(asked));
        copy_to_host(frame);
        return frame;
    }

    template <typename T>
    void expect_that_of_each_orbit(const FramePlan& asked, double tolerance) {
        const Frame frame = run(asked);
        const auto dwells = frame.dwells.host<std::uint32_t>();
        const auto [distances, normals] = on_host(frame.exterior);
        ASSERT_TRUE(distances && normals);
        ASSERT_EQ(distances.extent, asked.part);
        int escaped = 0;
        for (int y = 0; y < asked.part.height; ++y)
            for (int x = 0; x < asked.part.width; ++x) {
                SCOPED_TRACE(std::to_string(x) + ", " + std::to_string(y));
                const float distance = distances.at(x, y), normal = normals.at(x, y);
                if (dwells.at(x, y) == asked.dwell_limit) {
                    ASSERT_EQ(distance, 0);
                    ASSERT_EQ(normal, 0);
                    continue;
                }
                ++escaped;
                const auto right = by_definition<T>(point_of<T>(asked, x, y), asked.view.julia,
                                                    pitch(asked.view, asked.image).nearest());
                ASSERT_NEAR(distance, right.distance, tolerance * right.distance);
                ASSERT_TRUE(normal >= 0 && normal < 1);
                ASSERT_LT(apart(normal, right.normal), tolerance);
            }
        EXPECT_GT(escaped, pixel_count(asked.part) / 4);
    }
};

// What was filled has no orbit: it is iterated for this.
TEST_P(ExteriorSuite, IsThatOfEachPixelsOwnOrbit) {
    for (const View& view :
         {paper, seahorse, View{{0, 0}, 40}, View{{0, 0}, 3.6, PlanePoint{-0.8, 0.156}}}) {
        SCOPED_TRACE(view.height.nearest());
        auto asked = with_exterior(plan(121, 83, 500, view));
        asked.subdivision = {4, 2, 4};
        asked.shortcuts = true;
        expect_that_of_each_orbit<double>(asked, 1e-6);
        asked.precision = Precision::f32;
        expect_that_of_each_orbit<float>(asked, 2e-3);
    }
}

TEST_P(ExteriorSuite, ChangesNothingElse) {
    for (const bool smooth : {false, true}) {
        auto asked = plan(160, 90, 300, seahorse);
        asked.smooth = smooth;
        asked.count_work = true;
        const Frame without = run(asked);
        Frame with = run(with_exterior(asked));
        EXPECT_FALSE(without.exterior);
        EXPECT_TRUE(with.exterior);
        EXPECT_EQ(with.stats.launches, without.stats.launches);
        with.plan.exterior = false;
        expect_same(with, without);
    }
}

// A dwell limit of any number of bytes, and one that leaves nothing outside or inside.
TEST_P(ExteriorSuite, HoldsForAnyDwellLimit) {
    for (const std::uint32_t limit : {1U, 2U, 65'534U, 65'535U, 100'000U}) {
        SCOPED_TRACE(limit);
        auto asked = with_exterior(plan(40, 30, limit));
        asked.shortcuts = true;
        const Frame frame = run(asked);
        const auto dwells = dwells_of(frame);
        const auto [distances, normals] = on_host(frame.exterior);
        for (std::size_t i = 0; i < dwells.size(); ++i)
            ASSERT_EQ(distances.values[i] > 0, dwells[i] < limit) << i;
    }
}

TEST_P(ExteriorSuite, OfPartsIsThatOfTheWhole) {
    auto asked = with_exterior(plan(96, 64, 200));
    asked.subdivision = {2, 2, 8};
    const Frame whole_frame = run(asked);
    const auto [distances, normals] = on_host(whole_frame.exterior);
    for (const PixelRect part : {PixelRect{0, 0, 48, 32}, PixelRect{48, 32, 48, 32}}) {
        asked.part = part;
        const Frame frame = run(asked);
        const auto [own_distances, own_normals] = on_host(frame.exterior);
        for (int y = part.y; y < part.y + part.height; ++y)
            for (int x = part.x; x < part.x + part.width; ++x) {
                ASSERT_EQ(own_distances.at(x, y), distances.at(x, y)) << x << ", " << y;
                ASSERT_EQ(own_normals.at(x, y), normals.at(x, y)) << x << ", " << y;
            }
    }
}

// The picture of the set is symmetric, and so is what is known outside.
TEST_P(ExteriorSuite, IsMirroredAtTheRealAxis) {
    const Frame frame = run(with_exterior(plan(128, 64, 200, {{-0.5, 0}, 2})));
    const auto [distances, normals] = on_host(frame.exterior);
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 128; ++x) {
            ASSERT_EQ(distances.at(x, y), distances.at(x, 63 - y)) << x << ", " << y;
            ASSERT_LT(apart(normals.at(x, y), 1 - normals.at(x, 63 - y)), 1e-6) << x << ", " << y;
        }
}

INSTANTIATE_TEST_SUITE_P(Registered, ExteriorSuite, testing::ValuesIn(all_candidates()),
                         [](const auto& each) { return name_of_candidate(each.param); });

// --- What is known of the set. Koebe's quarter theorem bounds the true distance by the potential G
// and its gradient; the estimate is G / |G'|.

double potential(Complex c) {
    Complex z = c;
    int steps = 0;
    for (; std::abs(z) < 1e100; ++steps) z = z * z + c;
    return std::ldexp(std::log(std::abs(z)), -steps);
}

struct Bounds {
    double least, most;
};

// Near the set, where the potential is almost 0, a half and twice the estimate.
Bounds bounds_of(double estimate, double potential) {
    const double g = std::max(potential, 1e-12);
    return {estimate * -std::expm1(-2 * g) / (4 * g), estimate * 2 * std::sinh(g) / g};
}

Frame frame_of(FramePlan asked) {
    const auto candidates = all_candidates();
    const auto ex = std::ranges::find_if(candidates, [](const Candidate& each) {
        return each.entry->kind == EngineKind::ex && each.entry->backend == Backend::cpu;
    });
    asked.exterior = true;
    return compute(*ex->entry->make(), asked);
}

// The point of the set nearest to a real c below -2 is -2.
TEST(Exterior, BoundsTheTrueDistanceLeftOfTheSet) {
    FramePlan asked = plan(401, 3, 2000, {{-2.1875, 0}, 3.0 / 1024});
    const Frame frame = frame_of(asked);
    const auto [distances, normals] = on_host(frame.exterior);
    int outside = 0;
    for (int x = 0; x < 401; ++x) {
        const Complex c = point_of<double>(asked, x, 1);
        ASSERT_EQ(c.imag(), 0);
        if (c.real() >= -2) continue;
        ++outside;
        const double distance = (-2 - c.real()) * 1024;
        const auto [least, most] = bounds_of(distances.at(x, 1), potential(c));
        EXPECT_LE(least, distance) << c;
        EXPECT_GE(most, distance) << c;
        EXPECT_EQ(normals.at(x, 1), 0.5F) << c << ": the set lies to the right";
    }
    EXPECT_GT(outside, 300);
}

// It holds c = 0, and lies within |c| <= 2.
TEST(Exterior, BoundsTheTrueDistanceFarOutside) {
    FramePlan asked = plan(61, 41, 100, {{0, 0}, 41});
    const Frame frame = frame_of(asked);
    const auto [distances, normals] = on_host(frame.exterior);
    for (int y = 0; y < 41; ++y)
        for (int x = 0; x < 61; ++x) {
            const Complex c = point_of<double>(asked, x, y);
            if (std::abs(c) <= 2) continue;
            const auto [least, most] = bounds_of(distances.at(x, y), potential(c));
            EXPECT_LE(least, std::abs(c)) << c;
            EXPECT_GE(most, std::abs(c) - 2) << c;
            if (std::abs(c) < 3) continue;
            const double turn = std::arg(c) / (2 * std::acos(-1.0));
            EXPECT_LT(apart(normals.at(x, y), turn < 0 ? turn + 1 : turn), 0.05) << c;
        }
}

// No pixel inside is nearer than the estimate allows: found by looking at all of them.
TEST(Exterior, IsBoundedByTheNearestPixelInside) {
    FramePlan asked = plan(150, 100, 3000, {{-0.6, 0}, 2.4});
    asked.shortcuts = true;
    const Frame frame = frame_of(asked);
    const auto dwells = frame.dwells.host<std::uint32_t>();
    const auto [distances, normals] = on_host(frame.exterior);
    std::vector<Complex> inside;
    for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 150; ++x)
            if (dwells.at(x, y) == 3000) inside.emplace_back(x, y);
    ASSERT_GT(inside.size(), 1000U);
    int escaped = 0, as_near = 0;
    for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 150; ++x) {
            if (dwells.at(x, y) == 3000) continue;
            double nearest = std::numeric_limits<double>::infinity();
            for (const Complex& pixel : inside)
                nearest = std::min(nearest, std::abs(pixel - Complex(x, y)));
            const double g = potential(point_of<double>(asked, x, y));
            const auto [least, most] = bounds_of(distances.at(x, y), g);
            ASSERT_LE(least, nearest) << x << ", " << y;
            as_near += most >= nearest;
            ++escaped;
        }
    // Elsewhere a filament, or a part smaller than a pixel, is nearer than any pixel inside.
    EXPECT_GT(3 * as_near, 2 * escaped);
}

// The light comes up along the normal: the estimate grows there, and shrinks the other way.
TEST(Exterior, TheNormalLeadsAwayFromTheSet) {
    const FramePlan asked = plan(64, 64, 3000, {{-1.9, 0.3}, 0.4});
    const Frame frame = frame_of(asked);
    const auto [distances, normals] = on_host(frame.exterior);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) {
            const double turn = 2 * std::acos(-1.0) * normals.at(x, y);
            const Complex c = point_of<double>(asked, x, y);
            const Complex step = std::polar(0.1 * pitch(asked.view, asked.image).nearest(), turn);
            ASSERT_GT(potential(c + step), potential(c)) << c;
            ASSERT_LT(potential(c - step), potential(c)) << c;
        }
}

template <typename T>
void expect_alike_on_every_target(Precision precision) {
    const auto asked = with_exterior(plan(131, 67, 800, seahorse), precision);
    const auto elements = mandelbrot::DwellElements<T, mandelbrot::ExactReturn>::of(asked);
    for (const std::string& target : cpu::simd_targets()) {
        cpu::use_simd_target(target);
        const Frame frame = frame_of(asked);
        const auto dwells = frame.dwells.host<std::uint32_t>();
        const auto [distances, normals] = on_host(frame.exterior);
        for (int y = 0; y < 67; ++y)
            for (int x = 0; x < 131; ++x) {
                if (dwells.at(x, y) == 800) continue;
                const auto alone =
                    elements.exterior_of(x, y, dwells.at(x, y), subdivision::NeverStop());
                ASSERT_EQ(distances.at(x, y), alone.distance) << target << x << ", " << y;
                ASSERT_EQ(normals.at(x, y), alone.normal) << target << x << ", " << y;
            }
    }
    cpu::use_simd_target("");
}

TEST(Exterior, HasTheSameBitsInVectors) {
    expect_alike_on_every_target<float>(Precision::f32);
    expect_alike_on_every_target<double>(Precision::f64);
}

// c = -2 is of the set, but z has escaped at once, and stays at 2.
template <typename T>
void expect_none_at_the_tip() {
    const auto tip = mandelbrot::exterior_of_pixel(
        mandelbrot::PixelPlane<T>{{T(1e-3), T(-2), T(0), 0, 0}, false, 0, 0}, 0, 0, 0);
    EXPECT_GE(tip.distance, 0);
    EXPECT_LT(tip.distance, 1e-20F);
}

TEST(Exterior, IsNoneForAPointOfTheSetThatNeverGetsFar) {
    expect_none_at_the_tip<float>();
    expect_none_at_the_tip<double>();
}

TEST(Exterior, IsANumberWhateverBecameOfTheDerivative) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double re : {0.0, 1e200, inf, nan})
        for (const double im : {0.0, -1e200, -inf, nan}) {
            const auto exterior = mandelbrot::exterior_of_orbit(
                mandelbrot::DerivedOrbit<double>{1e4, 1, re, im}, 1.0);
            if (re != 0 || im != 0) {
                EXPECT_EQ(exterior.distance, 0) << re << ", " << im;
            }
            EXPECT_TRUE(exterior.normal >= 0 && exterior.normal < 1) << re << ", " << im;
        }
}

}  // namespace
}  // namespace mariani::tests
