// The orbits of single pixels: where they go, their dwells, and the cycles that attract them.
#include "compute/service/orbits.hpp"
#include "tests/engines/frames.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// The orbit of the one pixel of a picture around c.
PointOrbit orbit_of(double re, double im, std::uint32_t dwell_limit = 512,
                    std::size_t max_points = 300) {
    return orbit_of_pixel({{re, im}, 1e-3}, {1, 1}, 0, 0, dwell_limit, max_points);
}

TEST(PointOrbitTest, ItBeginsAtTheCOfThePixelAndEndsWhereItHasEscaped) {
    const PointOrbit orbit = orbit_of(1, 0);
    EXPECT_EQ(orbit.points, (std::vector<PlanePoint>{{1, 0}, {2, 0}}));
    EXPECT_TRUE(orbit.escaped);
    EXPECT_EQ(orbit.steps, 1u);
    EXPECT_EQ(orbit.modulus, 2);
    EXPECT_EQ(orbit.period, std::nullopt);
    EXPECT_EQ(orbit_of(0.5, 0.5).points[1], (PlanePoint{0.5, 1}));
    EXPECT_EQ(orbit_of(3, 0).steps, 0u) << "escaped before the first step";
}

TEST(EdgeIsInside, WhereNoPointOfItEscapesWhateverTheDwellLimit) {
    const auto inside = [](double re, double im, double height) {
        return edge_is_inside({{re, im}, height}, {60, 40}, {});
    };
    EXPECT_TRUE(inside(-0.1, 0, 0.1)) << "in the cardioid";
    EXPECT_TRUE(inside(-1.7548776662466927, 0, 1e-3)) << "in the island of period 3";
    EXPECT_TRUE(inside(-0.1225, 0.7448, 0.02)) << "in a disc";
    EXPECT_FALSE(inside(-0.5, 0, 2)) << "all is in the view";
    EXPECT_FALSE(inside(-1.7548776662466927, 0, 0.05)) << "the island and what is around it";
    EXPECT_FALSE(inside(-0.7436438870371587, 0.13182590420531198, 1e-11)) << "late to escape";
    EXPECT_FALSE(inside(-0.1, 0, 1e-40)) << "too deep for doubles";
    EXPECT_FALSE(edge_is_inside({{0, 0}, 0.2, PlanePoint{-0.8, 0.156}}, {60, 40}, {}));
    EXPECT_TRUE(edge_is_inside({{0, 0}, 0.2, PlanePoint{-0.1, 0.1}}, {60, 40}, {}));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(edge_is_inside({{-1.7548776662466927, 0}, 1e-3}, {60, 40}, stop.get_token()));
}

TEST(PointOrbitTest, ItKeepsNoMorePointsThanAskedForAndStillFindsTheDwell) {
    const PointOrbit all = orbit_of(-0.75, 0.02), some = orbit_of(-0.75, 0.02, 512, 5);
    ASSERT_GT(all.points.size(), 5u);
    EXPECT_EQ(some.points, std::vector(all.points.begin(), all.points.begin() + 5));
    EXPECT_EQ(some.steps, all.steps);
    EXPECT_EQ(all.points.size(), all.steps + 1u);
}

TEST(PointOrbitTest, APointThatReachesTheLimitHasNotEscaped) {
    const std::uint32_t dwell = orbit_of(-0.75, 0.02).steps;
    EXPECT_TRUE(orbit_of(-0.75, 0.02, dwell + 1).escaped);
    EXPECT_FALSE(orbit_of(-0.75, 0.02, dwell).escaped);
}

TEST(PointOrbitTest, ItFindsThePeriodsOfTheSetsDiscs) {
    for (const auto& [re, im, period] :
         {std::tuple(-0.1, 0.0, 1u), std::tuple(-1.0, 0.02, 2u), std::tuple(-0.12, 0.74, 3u),
          std::tuple(-1.31, 0.0, 4u), std::tuple(-1.76, 0.0, 3u)}) {
        const PointOrbit orbit = orbit_of(re, im);
        EXPECT_FALSE(orbit.escaped);
        EXPECT_EQ(orbit.period, period) << re << ", " << im;
    }
}

TEST(PointOrbitTest, WhereNoCycleAttractsItHasNoPeriod) {
    const PointOrbit repelled = orbit_of(0, 1);  // i, -1 + i, -i, -1 + i ...: exact in double
    EXPECT_FALSE(repelled.escaped);
    EXPECT_EQ(repelled.points[1], repelled.points[3]);
    EXPECT_EQ(repelled.period, std::nullopt) << "its cycle repels";
    EXPECT_EQ(orbit_of(0.25, 0).period, std::nullopt) << "it comes ever closer, but too slowly";
}

TEST(PointOrbitTest, ItsDwellIsThatOfTheFramesPixel) {
    const FramePlan of_frame = plan(40, 30, 512, seahorse);
    const Frame frame = compute(*find_engine(EngineKind::ex, Backend::cpu)->make(), of_frame);
    const auto dwells = frame.dwells.host<std::uint32_t>();
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x)
            EXPECT_EQ(orbit_of_pixel(of_frame.view, of_frame.image, x, y, 512, 1).steps,
                      dwells.at(x, y))
                << x << ", " << y;
}

}  // namespace
}  // namespace mariani::tests
