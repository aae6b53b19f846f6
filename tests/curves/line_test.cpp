#include "compute/workloads/curves/plan.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mariani::curves {
namespace {

bool in_square(const Point& point) {
    return point.x >= 0 && point.x < 1 && point.y >= 0 && point.y < 1;
}

TEST(CurvesLineTest, EachLineBeginsWhereTheOneBeforeItEnds) {
    for (const float time : {0.0F, 2.5F})
        for (std::uint32_t i = 0; i < 1000; ++i)
            ASSERT_EQ(line_of({7, time}, i).end, line_of({7, time}, i + 1).start);
}

TEST(CurvesLineTest, PointsLieInTheSquareAtAllTimes) {
    for (const float time : {0.0F, 0.5F, 17.0F, static_cast<float>(limits::time)})
        for (std::uint32_t i = 0; i < 10'000; ++i) {
            const Line line = line_of({1, time}, i);
            ASSERT_TRUE(in_square(line.start) && in_square(line.control) && in_square(line.end));
        }
}

TEST(CurvesLineTest, OnlyControlPointsMoveSteadilyAndSlowly) {
    for (std::uint32_t i = 0; i < 1000; ++i) {
        const Line from = line_of({3, 0}, i), to = line_of({3, 1}, i);
        EXPECT_EQ(from.start, to.start);
        EXPECT_EQ(from.end, to.end);
        EXPECT_NE(from.control, to.control);
        EXPECT_LE(std::abs(to.control.x - from.control.x), greatest_speed * 1.001F);
        EXPECT_LE(std::abs(to.control.y - from.control.y), greatest_speed * 1.001F);
    }
}

TEST(CurvesLineTest, SeedsMakeOtherLines) {
    EXPECT_EQ(line_of({1, 0}, 5), line_of({1, 0}, 5));
    EXPECT_NE(line_of({1, 0}, 5), line_of({2, 0}, 5));
    EXPECT_NE(line_of({1, 0}, 5), line_of({1, 0}, 6));
}

TEST(CurvesLineTest, PlacesAreSpreadEvenly) {
    double x = 0, y = 0;
    constexpr std::uint32_t count = 100'000;
    for (std::uint32_t i = 0; i < count; ++i) {
        x += line_of({1, 0}, i).control.x;
        y += line_of({1, 0}, i).control.y;
    }
    EXPECT_NEAR(x / count, 0.5, 0.005);  // the mean's deviation is 0.0009
    EXPECT_NEAR(y / count, 0.5, 0.005);
}

}  // namespace
}  // namespace mariani::curves
