#include "app/explore/players.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class FilmPlayerTest : public testing::Test {
  protected:
    void pass(double seconds) { player.advance(now += seconds); }

    FilmPlayer player;
    double now = 100;
};

TEST_F(FilmPlayerTest, PlaysFromTheBeginningOnceItIsOpened) {
    EXPECT_FALSE(player.is_open());
    pass(50);
    player.open();
    EXPECT_TRUE(player.playing());
    pass(7);  // since the turn before
    EXPECT_EQ(player.second(), 0);
    pass(0.5);
    EXPECT_DOUBLE_EQ(player.second(), 0.5);
    player.speed = 4;
    pass(0.5);
    EXPECT_DOUBLE_EQ(player.second(), 2.5);
    player.close();
    EXPECT_FALSE(player.playing());
    player.open();
    EXPECT_EQ(player.second(), 0);
}

TEST_F(FilmPlayerTest, BeginsAgainAtItsEndOrStaysThere) {
    player.open();
    pass(0);
    pass(FilmPlayer::seconds + 1);
    EXPECT_DOUBLE_EQ(player.second(), 1);
    player.loop = false;
    pass(FilmPlayer::seconds);
    EXPECT_EQ(player.second(), FilmPlayer::seconds);
    EXPECT_TRUE(player.is_open());
    EXPECT_FALSE(player.playing());
    player.play();
    EXPECT_EQ(player.second(), 0);
}

TEST_F(FilmPlayerTest, PausesAndGoesOnWhereItWas) {
    player.open();
    pass(0);
    pass(1);
    player.pause();
    pass(3);
    EXPECT_DOUBLE_EQ(player.second(), 1);
    player.play();
    pass(3);  // the pause
    pass(1);
    EXPECT_DOUBLE_EQ(player.second(), 2);
}

TEST_F(FilmPlayerTest, StepsAndGoesWhereItIsSent) {
    player.open();
    player.go_to(2);
    player.step();
    EXPECT_FALSE(player.playing());
    EXPECT_DOUBLE_EQ(player.second(), 2 + FilmPlayer::step_size);
    player.go_to(100);
    EXPECT_EQ(player.second(), FilmPlayer::seconds);
    player.step();
    EXPECT_EQ(player.second(), 0);
    player.go_to(-1);
    EXPECT_EQ(player.second(), 0);
}

TEST_F(FilmPlayerTest, AStepEndsAtTheEnd) {
    player.open();
    player.go_to(FilmPlayer::seconds - 1e-3);
    player.step();
    EXPECT_EQ(player.second(), FilmPlayer::seconds);
}

}  // namespace
}  // namespace mariani::app
