// The mouse over the picture, in a window with the panel on the left and a display with two pixels
// per screen coordinate.
#include "app/explore/pointer.hpp"

#include "compute/model/suited.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr ImageSize pointed_picture{1000, 600};
constexpr double ratio = 2;
constexpr double left = 400;

class PointerTest : public testing::Test {
  protected:
    void send(const InputEvent& event) {
        pointer_.handle(event, {navigator_, view_, pointed_picture, ratio, left, captured_}, now_);
    }
    // In pixels of the picture.
    void move(double x, double y) { send(input::MouseMove{(x + left) / ratio, y / ratio}); }
    void press(Modifiers modifiers = modifier::none) {
        send(input::MouseButton{Button::left, true, modifiers});
    }
    void release() { send(input::MouseButton{Button::left, false, modifier::none}); }
    PlanePoint under(double x, double y) const { return point_at(view_, pointed_picture, x, y); }
    std::optional<PixelPoint> at() {
        return pointer_.at({navigator_, view_, pointed_picture, ratio, left, captured_});
    }

    View view_;
    Navigator navigator_{view_};
    Pointer pointer_;
    bool captured_ = false;
    double now_ = 0;
};

TEST_F(PointerTest, KnowsItsPlaceInThePicture) {
    EXPECT_FALSE(at());
    move(250, 100);
    EXPECT_EQ(at(), (PixelPoint{250, 100}));
    move(-1, 100);
    EXPECT_FALSE(at());
    move(5, 599);
    EXPECT_TRUE(at());
    using input::MouseMove;
    send(MouseMove{MouseMove::outside, MouseMove::outside});
    EXPECT_FALSE(at());
}

class GlideTest : public PointerTest {
  protected:
    void hold(Modifiers modifiers = modifier::none) {
        send(input::MouseButton{Button::right, true, modifiers});
    }
    void let_go() { send(input::MouseButton{Button::right, false, modifier::none}); }
    // As the window does, at 60 turns a second.
    void pass(double seconds) {
        for (const double end = now_ + seconds; now_ < end;) {
            now_ += 1.0 / 60;
            pointer_.advance({navigator_, view_, pointed_picture, ratio, left, captured_}, now_);
            gesture_ = navigator_.gesture();  // until it advances
            navigator_.advance(view_, pointed_picture, now_);
        }
    }

    Gesture gesture_ = Gesture::edit;
};

TEST_F(GlideTest, HoldingTheRightButtonZoomsInAtTheCursorUntilItIsReleased) {
    move(250, 100);
    const PlanePoint grabbed = under(250, 100);
    const double height = view_.height.nearest();
    hold();
    EXPECT_TRUE(pointer_.gliding());
    pass(Pointer::glide_start + 1);
    const double octaves = std::log2(height / view_.height.nearest());
    EXPECT_NEAR(octaves, Pointer::glide_speed * (1 + Pointer::glide_start / 2), 0.1);
    EXPECT_NEAR((under(250, 100).re - grabbed.re).nearest(), 0, 1e-12);
    EXPECT_NEAR((under(250, 100).im - grabbed.im).nearest(), 0, 1e-12);
    EXPECT_FALSE(navigator_.moving()) << "what is asked for is on screen";
    let_go();
    const View rested = view_;
    pass(1);
    EXPECT_EQ(view_, rested);
}

TEST_F(GlideTest, FollowsTheCursorAsADragDoes) {
    move(250, 100);
    hold();
    pass(1);
    move(700, 500);
    const PlanePoint grabbed = under(700, 500);
    pass(1);
    EXPECT_NEAR((under(700, 500).re - grabbed.re).nearest(), 0, 1e-12);
    EXPECT_EQ(gesture_, Gesture::drag);
    let_go();
}

TEST_F(GlideTest, WithShiftItGoesOut) {
    move(250, 100);
    hold(modifier::shift);
    const Length before = view_.height;
    pass(1);
    EXPECT_GT(view_.height, before);
}

TEST_F(GlideTest, EscEndsItAndOtherButtonsDoNot) {
    move(250, 100);
    hold();
    pass(0.5);
    press();
    release();
    EXPECT_TRUE(pointer_.gliding());
    send(input::Key{key::escape, true});
    EXPECT_FALSE(pointer_.gliding());
    const View rested = view_;
    pass(1);
    EXPECT_EQ(view_, rested);
}

TEST_F(GlideTest, EndsWhereDoublesDoInAJuliaSet) {
    view_.julia = PlanePoint{-0.8, 0.156};
    pass(0.1);
    move(250, 100);
    hold();
    pass(60);
    EXPECT_FALSE(pointer_.gliding());
    EXPECT_TRUE(navigator_.take_zoom_error());
    EXPECT_FALSE(double_exhausted(view_, pointed_picture));
}

TEST_F(GlideTest, BeginsNeitherOverAPanelNorBesideThePicture) {
    move(250, 100);
    captured_ = true;
    hold();
    EXPECT_FALSE(pointer_.gliding());
    captured_ = false;
    move(-5, 100);
    hold();
    EXPECT_FALSE(pointer_.gliding());
}

TEST_F(PointerTest, DraggingMovesThePointAlong) {
    const PlanePoint grabbed = under(100, 100);
    move(100, 100);
    press();
    move(180, 140);
    move(300, 260);
    release();
    EXPECT_NEAR((under(300, 260).re - grabbed.re).nearest(), 0, 1e-12);
    EXPECT_NEAR((under(300, 260).im - grabbed.im).nearest(), 0, 1e-12);
    const View rested = view_;
    move(10, 10);
    EXPECT_EQ(view_, rested);
}

TEST_F(PointerTest, TheRightButtonDragsNothing) {
    move(100, 100);
    send(input::MouseButton{Button::right, true, modifier::none});
    move(300, 260);
    EXPECT_EQ(view_, View{});
}

TEST_F(PointerTest, LeavingTheWindowDoesNotThrowTheViewAway) {
    move(100, 100);
    press();
    using input::MouseMove;
    send(MouseMove{MouseMove::outside, MouseMove::outside});
    EXPECT_EQ(view_, View{});
}

TEST_F(PointerTest, ShiftAndDragZoomIntoTheBox) {
    const PlanePoint middle = under(350, 200);
    move(300, 150);
    press(modifier::shift);
    move(400, 250);
    ASSERT_TRUE(pointer_.box());
    EXPECT_EQ((*pointer_.box())[1], (PixelPoint{400, 250}));
    EXPECT_EQ(view_, View{});
    release();
    EXPECT_FALSE(pointer_.box());
    EXPECT_NEAR((view_.centre.re - middle.re).nearest(), 0, 1e-12);
    EXPECT_NEAR(view_.height / View{}.height, 100.0 / 600, 1e-12);
}

TEST_F(PointerTest, EscGivesUpTheBox) {
    move(300, 150);
    press(modifier::shift);
    move(400, 250);
    send(input::Key{key::escape, true, modifier::none});
    release();
    EXPECT_EQ(view_, View{});
}

TEST_F(PointerTest, ADoubleClickCentresThere) {
    const PlanePoint there = under(700, 500);
    move(700, 500);
    press();
    release();
    now_ += 0.2;
    press();
    release();
    EXPECT_NEAR((view_.centre.re - there.re).nearest(), 0, 1e-12);
    EXPECT_NEAR(view_.height / View{}.height, 0.5, 1e-12);
}

TEST_F(PointerTest, TwoSlowOrDistantClicksAreNoDoubleClick) {
    move(700, 500);
    press();
    release();
    now_ += 2;
    press();
    release();
    now_ += 0.1;
    move(100, 100);
    press();
    release();
    EXPECT_EQ(view_, View{});
}

TEST_F(PointerTest, TheWheelZoomsAtTheCursor) {
    const PlanePoint there = under(200, 450);
    move(200, 450);
    send(input::Scroll{0, 2});
    EXPECT_LT(view_.height, View{}.height);
    EXPECT_NEAR((under(200, 450).re - there.re).nearest(), 0, 1e-12);
    EXPECT_NEAR((under(200, 450).im - there.im).nearest(), 0, 1e-12);
}

TEST_F(PointerTest, WhatAPanelTakesDoesNotMoveTheView) {
    captured_ = true;
    move(200, 450);
    send(input::Scroll{0, 2});
    press();
    move(300, 500);
    release();
    EXPECT_EQ(view_, View{});
}

TEST_F(PointerTest, ADragGoesOnOverThePanel) {
    move(200, 450);
    press();
    captured_ = true;
    move(-100, 450);
    release();
    EXPECT_NE(view_, View{});
    EXPECT_FALSE(pointer_.dragging());
}

}  // namespace
}  // namespace mariani::app
