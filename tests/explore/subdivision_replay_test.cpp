#include "app/explore/players.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr int levels = 5;
constexpr double beat = SubdivisionReplay::seconds / (levels + 1);

class SubdivisionReplayTest : public testing::Test {
  protected:
    // The level now and after each further step.
    std::vector<std::optional<int>> levels_each(double step, int count) {
        std::vector<std::optional<int>> reached;
        replay.advance(now, levels);  // in the turn in which it is played or stopped
        for (int i = 0; i < count; ++i) {
            reached.push_back(replay.level());
            replay.advance(now += step, levels);
        }
        return reached;
    }

    SubdivisionReplay replay;
    double now = 0;
};

using Levels = std::vector<std::optional<int>>;

TEST_F(SubdivisionReplayTest, ShowsEachLevelThenTheFinishedSubdivisionThenEnds) {
    EXPECT_FALSE(replay.playing());
    EXPECT_EQ(replay.level(), std::nullopt);
    replay.play();
    EXPECT_EQ(levels_each(1.001 * beat, levels + 2), (Levels{0, 1, 2, 3, 4, 5, std::nullopt}));
    EXPECT_FALSE(replay.playing());
}

TEST_F(SubdivisionReplayTest, ARestBeforeItIsNotCounted) {
    replay.advance(now, levels);
    now += 100;  // without a turn
    replay.play();
    EXPECT_EQ(levels_each(1.001 * beat, 3), (Levels{0, 1, 2}));
}

TEST_F(SubdivisionReplayTest, SkipsNoLevelHoweverLongATurnTakes) {
    replay.play();
    EXPECT_EQ(levels_each(100 * beat, levels + 2), (Levels{0, 1, 2, 3, 4, 5, std::nullopt}));
}

TEST_F(SubdivisionReplayTest, ResumesWhereItWas) {
    replay.play();
    EXPECT_EQ(levels_each(1.001 * beat, 2), (Levels{0, 1}));
    now += 100;  // while something else had its place
    replay.resume();
    EXPECT_EQ(levels_each(1.001 * beat, 3), (Levels{2, 3, 4}));
}

TEST_F(SubdivisionReplayTest, GoesFasterAndSlower) {
    replay.speed = 2;
    replay.play();
    EXPECT_EQ(levels_each(0.5005 * beat, 4), (Levels{0, 1, 2, 3}));
    replay.speed = 0.5;
    replay.play();
    EXPECT_EQ(levels_each(1.001 * beat, 4), (Levels{0, 0, 1, 1}));
}

TEST_F(SubdivisionReplayTest, BeginsAgainInALoopAndStops) {
    replay.loop = true;
    replay.play();
    EXPECT_EQ(levels_each(1.001 * beat, 8), (Levels{0, 1, 2, 3, 4, 5, 0, 1}));
    replay.stop();
    EXPECT_FALSE(replay.playing());
    EXPECT_EQ(levels_each(beat, 2), (Levels{std::nullopt, std::nullopt}));
}

TEST_F(SubdivisionReplayTest, WaitsForAPicture) {
    replay.play();
    replay.advance(50, 0);
    EXPECT_EQ(replay.level(), 0);
    replay.advance(50 + 1.5 * beat, levels);
    EXPECT_EQ(replay.level(), 1);
}

}  // namespace
}  // namespace mariani::app
