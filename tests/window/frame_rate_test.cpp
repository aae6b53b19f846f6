// Frames per second, only while one follows another.
#include "app/window/turn_pace.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

TEST(FrameRateTest, IsThatOfTheFramesOfTheLastSecond) {
    FrameRate rate;
    rate.frame_shown(1);
    EXPECT_EQ(rate.per_second(1), 0) << "one frame has no rate";
    for (int i = 1; i <= 30; ++i) rate.frame_shown(10 + i / 20.0);
    EXPECT_NEAR(rate.per_second(11.5), 20, 1e-9) << "the first was long ago";
}

TEST(FrameRateTest, IsNoneWhereNoFrameFollows) {
    FrameRate rate;
    for (int i = 0; i < 5; ++i) rate.frame_shown(0.1 * i);
    EXPECT_NEAR(rate.per_second(0.5), 10, 1e-9);
    EXPECT_EQ(rate.per_second(5), 0) << "the next takes long";
    rate.frame_shown(6);
    rate.frame_shown(6.1);
    rate.stop();
    EXPECT_EQ(rate.per_second(6.2), 0);
}

}  // namespace
}  // namespace mariani::app
