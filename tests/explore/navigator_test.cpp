#include "app/explore/navigator.hpp"

#include "compute/model/suited.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr ImageSize picture{1000, 600};

class NavigatorTest : public testing::Test {
  protected:
    // Turns of the main loop until the view on screen is the requested one.
    void come_to_rest() {
        do turn();
        while (navigator_.moving());
    }
    void turn() { navigator_.advance(view_, picture, now_ += 1.0 / 60); }
    void pause() { now_ += 10; }

    View view_;
    Navigator navigator_{view_};
    double now_ = 0;
};

TEST_F(NavigatorTest, TheWheelZoomsAtTheCursorOfTheMovingPicture) {
    const PixelPoint cursor{300, 200};
    const PlanePoint under = point_at(view_, picture, cursor.x, cursor.y);
    for (int i = 0; i < 10; ++i) {
        navigator_.wheel(view_, picture, cursor, 1);
        turn();
    }
    come_to_rest();
    EXPECT_EQ(navigator_.shown(), view_);
    EXPECT_LT(view_.height, 0.25);
    const auto pixel = pixel_of(view_, picture, under);
    EXPECT_NEAR(pixel.x, cursor.x, 1e-6);
    EXPECT_NEAR(pixel.y, cursor.y, 1e-6);
}

TEST_F(NavigatorTest, ReturnsToAnEarlierStateWithoutAJump) {
    navigator_.zoom_by(view_, picture, 0.5);
    come_to_rest();
    const Navigator before = navigator_;
    const View there = view_;
    navigator_.zoom_by(view_, picture, 0.5);
    come_to_rest();
    view_ = there;
    navigator_.return_to(before);
    turn();
    EXPECT_TRUE(navigator_.moving()) << "the picture on screen moves back";
    EXPECT_LT(navigator_.shown().height, there.height);
    come_to_rest();
    EXPECT_EQ(navigator_.shown(), there);
}

TEST_F(NavigatorTest, SaysWhatHasMovedTheViewUntilTheNextTurn) {
    EXPECT_EQ(navigator_.gesture(), Gesture::edit);
    navigator_.wheel(view_, picture, {300, 200}, 1);
    EXPECT_EQ(navigator_.gesture(), Gesture::wheel);
    turn();
    EXPECT_EQ(navigator_.gesture(), Gesture::edit);
    navigator_.go_to(view_, View{});
    EXPECT_EQ(navigator_.gesture(), Gesture::jump);
    navigator_.pan_by(view_, 0.1, 0);
    EXPECT_EQ(navigator_.gesture(), Gesture::keys);
}

TEST_F(NavigatorTest, ADragIsShownAtOnce) {
    navigator_.drag(view_, picture, {100, 100}, {150, 130});
    turn();
    EXPECT_EQ(navigator_.shown(), view_);
    EXPECT_NE(view_, View{});
    EXPECT_EQ(view_.height, View{}.height);
}

TEST_F(NavigatorTest, SaysSoWhenDoublesAreExhausted) {
    view_.julia = PlanePoint{-0.8, 0.156};
    for (int i = 0; i < 500; ++i) {
        navigator_.wheel(view_, picture, {300, 200}, 1);
        turn();
    }
    const auto error = navigator_.take_zoom_error();
    ASSERT_TRUE(error);
    EXPECT_NE(error->find("exhausted"), std::string::npos);
    EXPECT_FALSE(navigator_.take_zoom_error());
    EXPECT_FALSE(double_exhausted(view_, picture));
    const Length height = view_.height;
    navigator_.wheel(view_, picture, {300, 200}, -1);
    EXPECT_GT(view_.height, height);
    EXPECT_FALSE(navigator_.take_zoom_error());
}

TEST_F(NavigatorTest, ABoxTooSmallToBeMeantDoesNothing) {
    navigator_.zoom_to_box(view_, picture, {100, 100}, {101, 102});
    EXPECT_EQ(view_, View{});
    navigator_.zoom_to_box(view_, picture, {100, 100}, {300, 200});
    EXPECT_LT(view_.height, 0.5);
}

TEST_F(NavigatorTest, JumpsWhereAnAnimationWouldShowNothing) {
    navigator_.go_to(view_, {{-0.7436438870, 0.1318259043}, 1e-9});
    turn();
    EXPECT_EQ(navigator_.shown(), view_);
}

TEST_F(NavigatorTest, JumpsToAnotherSetAndRemembersTheLastViewOfTheMandelbrotSet) {
    const View before = view_;
    EXPECT_EQ(navigator_.last_of_mandelbrot(), std::nullopt);
    navigator_.go_to(view_, {{0, 0}, 3.6, PlanePoint{-0.8, 0.156}});
    turn();
    EXPECT_EQ(navigator_.shown(), view_) << "nothing of both is seen on the way";
    navigator_.zoom_by(view_, picture, 0.5);
    turn();
    EXPECT_TRUE(view_.julia);
    EXPECT_EQ(navigator_.last_of_mandelbrot(), before);
}

TEST_F(NavigatorTest, SurvivesAPictureOfNothing) {
    navigator_.go_to(view_, {{-0.7, 0}, 1});
    navigator_.advance(view_, {0, 0}, 1);
    EXPECT_EQ(navigator_.shown(), view_);
    const View before = view_;
    for (const ImageSize nothing : {ImageSize{0, 0}, ImageSize{300, 0}, ImageSize{0, 200}}) {
        navigator_.wheel(view_, nothing, {0, 0}, 1);
        navigator_.drag(view_, nothing, {0, 0}, {0, 0});
        navigator_.drag(view_, nothing, {0, 0}, {9, 9});
        EXPECT_TRUE(navigator_.glide(view_, nothing, {0, 0}, 0.5));
        navigator_.zoom_to_box(view_, nothing, {0, 0}, {90, 90});
        navigator_.centre_and_zoom(view_, nothing, {0, 0});
        navigator_.zoom_by(view_, nothing, 0.5);
        EXPECT_EQ(view_, before);
        EXPECT_FALSE(navigator_.take_zoom_error());
    }
}

}  // namespace
}  // namespace mariani::app
