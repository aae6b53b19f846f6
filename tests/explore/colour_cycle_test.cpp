// The palette turns with time while it cycles, and else stays.
#include "app/explore/players.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

TEST(ColourCycle, TurnsWithTimeWhileItRuns) {
    ColourCycle cycle;
    EXPECT_EQ(cycle.advance(10, 0.25, 6), 0.25) << "it does not run";
    cycle.toggle();
    EXPECT_EQ(cycle.advance(100, 0.25, 6), 0.25) << "the time before is not its own";
    EXPECT_NEAR(cycle.advance(102, 0.25, 6), 0.45, 1e-12);
    cycle.toggle();
    EXPECT_EQ(cycle.advance(200, 0.45, 6), 0.45);
    EXPECT_FALSE(cycle.running());
}

TEST(ColourCycle, TellsOnceWhereACyclingThatHasStoppedBegan) {
    ColourCycle cycle;
    EXPECT_EQ(cycle.take_stopped(), std::nullopt);
    cycle.toggle();
    double offset = cycle.advance(0, 0.25, 6);
    for (const double now : {1, 2, 3}) offset = cycle.advance(now, offset, 6);
    EXPECT_EQ(cycle.take_stopped(), std::nullopt) << "it goes on";
    cycle.stop();
    EXPECT_EQ(cycle.take_stopped(), 0.25);
    EXPECT_EQ(cycle.take_stopped(), std::nullopt);
}

TEST(ColourCycle, BeginsAgainAfterATurn) {
    ColourCycle cycle;
    cycle.toggle();
    cycle.advance(0, 0.9, 60);
    const double offset = cycle.advance(0.25, 0.9, 60);
    EXPECT_NEAR(offset, 0.15, 1e-12);
    cycle.stop();
    EXPECT_EQ(cycle.advance(1, offset, 60), offset);
}

}  // namespace
}  // namespace mariani::app
