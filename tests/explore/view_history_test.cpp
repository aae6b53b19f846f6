#include "app/explore/navigator.hpp"
#include "tests/model/many_digits.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

View at_height(double height) {
    return {{0, 0}, height};
}

TEST(ViewHistory, IsEmptyAtFirst) {
    ViewHistory history;
    EXPECT_FALSE(history.can_undo());
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.undo(at_height(1)), std::nullopt);
    EXPECT_EQ(history.redo(at_height(1)), std::nullopt);
}

TEST(ViewHistory, GoesBackAndForthThroughEveryJump) {
    ViewHistory history;
    for (int i = 1; i <= 3; ++i) history.moved(at_height(i), Gesture::jump, 0);
    EXPECT_EQ(history.undo(at_height(4)), at_height(3));
    EXPECT_EQ(history.undo(at_height(3)), at_height(2));
    EXPECT_EQ(history.redo(at_height(2)), at_height(3));
    EXPECT_EQ(history.redo(at_height(3)), at_height(4));
    EXPECT_FALSE(history.can_redo());
    EXPECT_TRUE(history.can_undo());
}

TEST(ViewHistory, MovingAfterUndoForgetsTheWayForward) {
    ViewHistory history;
    history.moved(at_height(1), Gesture::jump, 0);
    ASSERT_EQ(history.undo(at_height(2)), at_height(1));
    history.moved(at_height(1), Gesture::jump, 1);
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.undo(at_height(9)), at_height(1));
}

TEST(ViewHistory, AContinuousWheelIsOneStep) {
    ViewHistory history;
    for (int i = 0; i < 50; ++i) history.moved(at_height(100 - i), Gesture::wheel, 0.1 * i);
    EXPECT_EQ(history.undo(at_height(50)), at_height(100));
    EXPECT_FALSE(history.can_undo());
}

TEST(ViewHistory, ARestBeginsANewStep) {
    ViewHistory history;
    history.moved(at_height(3), Gesture::wheel, 0);
    history.moved(at_height(2), Gesture::wheel, 0.1 + ViewHistory::pause);
    EXPECT_EQ(history.undo(at_height(1)), at_height(2));
    EXPECT_EQ(history.undo(at_height(2)), at_height(3));
}

TEST(ViewHistory, ADragIsOneStepHoweverLongUntilItIsReleased) {
    ViewHistory history;
    history.moved(at_height(5), Gesture::drag, 0);
    history.moved(at_height(4), Gesture::drag, 60);
    history.end_gesture();
    history.moved(at_height(3), Gesture::drag, 60.1);
    EXPECT_EQ(history.undo(at_height(2)), at_height(3));
    EXPECT_EQ(history.undo(at_height(3)), at_height(5));
}

TEST(ViewHistory, AnotherGestureIsAnotherStep) {
    ViewHistory history;
    history.moved(at_height(3), Gesture::wheel, 0);
    history.moved(at_height(2), Gesture::keys, 0.1);
    EXPECT_EQ(history.undo(at_height(1)), at_height(2));
    EXPECT_EQ(history.undo(at_height(2)), at_height(3));
}

TEST(ViewHistory, WheelingOnAfterUndoCanBeUndone) {
    ViewHistory history;
    history.moved(at_height(3), Gesture::wheel, 0);
    ASSERT_TRUE(history.undo(at_height(2)));
    history.moved(at_height(3), Gesture::wheel, 0.1);
    EXPECT_EQ(history.undo(at_height(1)), at_height(3));
}

TEST(ViewHistory, Is256StepsDeep) {
    ViewHistory history;
    for (int i = 0; i < 300; ++i) history.moved(at_height(i), Gesture::jump, i);
    View view = at_height(300);
    int steps = 0;
    while (const auto before = history.undo(view)) {
        view = *before;
        ++steps;
    }
    EXPECT_EQ(steps, 256);
    EXPECT_EQ(view, at_height(300 - 256));
    while (const auto after = history.redo(view)) view = *after;
    EXPECT_EQ(view, at_height(300));
}

TEST(ViewHistory, TheLastViewOfTheMandelbrotSetIsTheNewest) {
    ViewHistory history;
    EXPECT_EQ(history.last_of_mandelbrot(), std::nullopt);
    View julia = at_height(3);
    julia.julia = PlanePoint{-0.8, 0.156};
    for (const View& view : {at_height(1), at_height(2), julia, julia})
        history.moved(view, Gesture::jump, 0);
    EXPECT_EQ(history.last_of_mandelbrot(), at_height(2));
}

TEST(ViewHistory, KeepsEveryDigit) {
    ViewHistory history;
    const View there = deep_view(5000), here = deep_view(5001);
    history.moved(there, Gesture::jump, 0);
    EXPECT_EQ(history.undo(here), there);
    EXPECT_EQ(history.redo(there), here);
}

}  // namespace
}  // namespace mariani::app
