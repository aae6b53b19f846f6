#include "compute/workloads/points/plan.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mariani::points {
namespace {

Emitter emitter(Distribution distribution, float time = 0) {
    Plan plan;
    plan.distribution = distribution;
    plan.count = 64;
    plan.time = time;
    return emitter_of(plan, nullptr);
}

TEST(PointsEmitterTest, PointsLieInTheSquareAtAllTimes) {
    for (const auto& each : choices<Distribution>()) {
        if (each.value == Distribution::picture) continue;
        for (const float time : {0.0F, 0.5F, 17.0F, static_cast<float>(limits::time)}) {
            const std::uint32_t count = each.value == Distribution::grid ? 64 : 10'000;
            for (std::uint32_t i = 0; i < count; ++i)
                ASSERT_TRUE(contains(Cell{}, point_of(emitter(each.value, time), i))) << each.name;
        }
    }
}

TEST(PointsEmitterTest, PointsMoveSteadilyAndSlowly) {
    const auto distribution = Distribution::clumps;
    int moved = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        const Point from = point_of(emitter(distribution), i);
        const Point to = point_of(emitter(distribution, 1), i);
        EXPECT_LE(std::abs(to.x - from.x), greatest_speed * 1.001F);
        EXPECT_LE(std::abs(to.y - from.y), greatest_speed * 1.001F);
        moved += from == to ? 0 : 1;
    }
    EXPECT_EQ(moved, 1000);
}

TEST(PointsEmitterTest, TheGridIsEquidistant) {
    EXPECT_EQ(point_of(emitter(Distribution::grid), 0), (Point{0.0625F, 0.0625F}));
    EXPECT_EQ(point_of(emitter(Distribution::grid), 9), (Point{0.1875F, 0.1875F}));
    EXPECT_EQ(point_of(emitter(Distribution::grid), 63), (Point{0.9375F, 0.9375F}));
}

TEST(PointsEmitterTest, SeedsMakeOtherPoints) {
    Emitter one = emitter(Distribution::uniform), other = one;
    other.seed = 2;
    EXPECT_EQ(point_of(one, 5), point_of(one, 5));
    EXPECT_NE(point_of(one, 5), point_of(other, 5));
}

TEST(PointsEmitterTest, PointsLieInBrightPixelsAsTheyAreBright) {
    Plan plan;
    plan.distribution = Distribution::picture;
    // Top left a third, bottom right the rest; the others are black.
    const auto picture = std::make_shared<Picture>(Picture{2, 2, {50, 0, 0, 100}});
    plan.picture = picture;
    const auto sums = pixel_sums(*picture);
    EXPECT_EQ(sums, (std::vector<std::uint32_t>{50, 50, 50, 150}));
    int top = 0;
    for (std::uint32_t i = 0; i < 30'000; ++i) {
        const std::uint32_t quadrant = key_of(point_of(emitter_of(plan, sums.data()), i), 1);
        ASSERT_TRUE(quadrant == 0 || quadrant == 3) << quadrant;
        top += quadrant == 0 ? 1 : 0;
    }
    EXPECT_NEAR(top, 10'000, 400);  // five standard deviations
}

TEST(PointsEmitterTest, DirectionsAreUnitVectors) {
    constexpr double turn = 6.283185307179586;
    for (int i = 0; i < 1000; ++i) {
        const float turns = static_cast<float>(i) / 250;
        const Point direction = detail::direction_of(turns);
        EXPECT_NEAR(direction.x, std::cos(turn * static_cast<double>(turns)), 1e-5) << turns;
        EXPECT_NEAR(direction.y, std::sin(turn * static_cast<double>(turns)), 1e-5) << turns;
    }
}

}  // namespace
}  // namespace mariani::points
