#include "app/explore/settings_history.hpp"

#include "app/settings/curves_settings.hpp"
#include "app/settings/points_settings.hpp"
#include "app/settings/triangle_settings.hpp"
#include "tests/model/many_digits.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class SettingsHistoryTest : public testing::Test {
  protected:
    void change(Gesture gesture = Gesture::jump, double after = 10) {
        history_.take(settings_, gesture, now_ += after);
    }
    void set_height(double height, Gesture gesture = Gesture::jump, double after = 10) {
        settings_.view.height = height;
        change(gesture, after);
    }
    int steps() {
        int count = 0;
        for (; history_.can_undo(); ++count) history_.undo(settings_);
        return count;
    }

    Settings settings_;
    SettingsHistory history_{settings_};
    double now_ = 0;
};

TEST_F(SettingsHistoryTest, IsEmptyAtFirst) {
    const Settings before = settings_;
    EXPECT_FALSE(history_.can_undo());
    EXPECT_FALSE(history_.can_redo());
    history_.undo(settings_);
    history_.redo(settings_);
    EXPECT_EQ(settings_, before);
}

TEST_F(SettingsHistoryTest, TakesBackADeedInItsPlace) {
    set_height(1);
    const Settings before = settings_;
    bool done = true, fails = true;
    history_.note({[&] {
                       if (fails) throw std::runtime_error("the disk is full");
                       done = false;
                   },
                   [&] { done = true; }});
    set_height(2, Gesture::wheel, 0);
    history_.undo(settings_);
    EXPECT_EQ(settings_, before);
    EXPECT_TRUE(done);
    EXPECT_THROW(history_.undo(settings_), std::runtime_error);
    fails = false;
    history_.undo(settings_);
    EXPECT_FALSE(done);
    EXPECT_EQ(settings_, before);
    history_.redo(settings_);
    EXPECT_TRUE(done);
    EXPECT_EQ(settings_, before);
    EXPECT_EQ(steps(), 2);
}

TEST_F(SettingsHistoryTest, TakesBackTheLastChangeWhateverItWas) {
    const Settings first = settings_;
    set_height(1);
    const Settings second = settings_;
    settings_.colouring.period = 20;
    change();
    const Settings third = settings_;
    settings_.curves->problem.lines = 7;
    settings_.exports.with_overlay = true;
    change();
    const Settings last = settings_;
    for (const Settings& expected : {third, second, first}) {
        history_.undo(settings_);
        EXPECT_EQ(settings_, expected);
    }
    EXPECT_FALSE(history_.can_undo());
    for (const Settings& expected : {second, third, last}) {
        history_.redo(settings_);
        EXPECT_EQ(settings_, expected);
    }
    EXPECT_FALSE(history_.can_redo());
}

TEST_F(SettingsHistoryTest, AChangeAfterUndoForgetsTheWayForward) {
    set_height(1);
    history_.undo(settings_);
    set_height(3);
    EXPECT_FALSE(history_.can_redo());
    EXPECT_EQ(steps(), 1);
}

TEST_F(SettingsHistoryTest, WhatChangesByItselfIsNoStepAndStays) {
    settings_.colouring.period = 20;
    change();
    settings_.triangle->problem.time = 5;
    history_.accept(settings_);
    EXPECT_EQ(settings_.triangle->problem.time, 5);
    history_.undo(settings_);
    EXPECT_EQ(settings_.triangle->problem.time, 5);
    EXPECT_EQ(settings_.colouring.period, Settings{}.colouring.period);
    EXPECT_FALSE(history_.can_undo());
}

TEST_F(SettingsHistoryTest, WherePanelsStandIsNoStep) {
    settings_.panel_width = 600;
    settings_.panel_shown = false;
    settings_.panel_part = PanelPart::measure;
    settings_.sections["view"] = false;
    settings_.window_size = {800, 600};
    change();
    EXPECT_FALSE(history_.can_undo());
}

TEST_F(SettingsHistoryTest, AnotherTabIsNoStepButAStepLeadsToItsTab) {
    settings_.workload = Workload::triangle;
    change();
    EXPECT_FALSE(history_.can_undo());
    settings_.triangle->coverage = true;
    change();
    settings_.workload = Workload::points;
    change();
    history_.undo(settings_);
    EXPECT_EQ(settings_.workload, Workload::triangle);
    EXPECT_FALSE(settings_.triangle->coverage);
}

TEST_F(SettingsHistoryTest, ADragIsOneStepHoweverLongUntilItIsReleased) {
    const Settings before = settings_;
    for (int i = 1; i <= 20; ++i) {
        settings_.colouring.offset = 0.01 * i;
        if (i > 10) settings_.colouring.reversed = true;
        change(Gesture::drag, 60);
    }
    history_.end_drag();
    settings_.colouring.offset = 0.9;
    change(Gesture::drag, 0.01);
    history_.undo(settings_);
    EXPECT_EQ(settings_.colouring.offset, 0.2);
    history_.undo(settings_);
    EXPECT_EQ(settings_, before);
    history_.redo(settings_);
    EXPECT_EQ(settings_.colouring.offset, 0.2);
    EXPECT_TRUE(settings_.colouring.reversed);
}

TEST_F(SettingsHistoryTest, ADragBackToWhereItBeganIsNoStep) {
    set_height(1, Gesture::drag);
    set_height(2, Gesture::drag);
    EXPECT_EQ(settings_, Settings{});
    EXPECT_FALSE(history_.can_undo());
}

// Notch by notch, each as soon as its picture has been seen.
TEST_F(SettingsHistoryTest, AWheelIsOneStepUntilTheViewIsAVisit) {
    const Settings first = settings_;
    for (int i = 0; i < 50; ++i) set_height(1 - 0.01 * i, Gesture::wheel, 2);
    const Settings visited = settings_;
    set_height(0.4, Gesture::wheel, 4);
    set_height(0.3, Gesture::wheel, 2);
    history_.undo(settings_);
    EXPECT_EQ(settings_, visited);
    history_.undo(settings_);
    EXPECT_EQ(settings_, first);
    EXPECT_FALSE(history_.can_undo());
    history_.redo(settings_);
    EXPECT_EQ(settings_, visited);
}

TEST_F(SettingsHistoryTest, WhatFollowsAWheelThatCameBackIsAStepOfItsOwn) {
    const Settings first = settings_;
    set_height(0.5, Gesture::wheel, 0.1);
    settings_ = first;
    change(Gesture::wheel, 0.1);
    set_height(0.25, Gesture::wheel, 0.1);
    history_.undo(settings_);
    EXPECT_EQ(settings_, first);
    EXPECT_FALSE(history_.can_undo());
    set_height(3);
    for (const double height : {2, 3, 1}) set_height(height, Gesture::wheel, 0.1);
    history_.undo(settings_);
    EXPECT_EQ(settings_.view.height, Length(3)) << "the step before stays one of its own";
}

TEST_F(SettingsHistoryTest, AWheelInAnotherTabIsAnotherStep) {
    set_height(1, Gesture::wheel);
    settings_.workload = Workload::points;
    change();
    settings_.points->problem.pool = 1024;
    change(Gesture::wheel, 0.1);
    EXPECT_EQ(steps(), 2);
}

TEST_F(SettingsHistoryTest, AnotherGestureIsAnotherStep) {
    set_height(1, Gesture::wheel);
    set_height(0.5, Gesture::keys, 0.1);
    set_height(0.4, Gesture::jump, 0.1);
    set_height(0.3, Gesture::jump, 0.1);
    EXPECT_EQ(steps(), 4);
}

TEST_F(SettingsHistoryTest, WheelingOnAfterUndoCanBeUndone) {
    set_height(1, Gesture::wheel);
    history_.undo(settings_);
    set_height(0.9, Gesture::wheel, 0.1);
    EXPECT_EQ(steps(), 1);
}

TEST_F(SettingsHistoryTest, Is256StepsDeep) {
    for (int i = 0; i < 300; ++i) set_height(1 + 0.001 * i);
    EXPECT_EQ(steps(), 256);
    EXPECT_EQ(settings_.view.height, Length(1 + 0.001 * 43));
    while (history_.can_redo()) history_.redo(settings_);
    EXPECT_EQ(settings_.view.height, Length(1 + 0.001 * 299));
}

TEST_F(SettingsHistoryTest, KeepsEveryDigit) {
    settings_.view = deep_view(5000);
    change();
    const Settings there = settings_;
    settings_.view = deep_view(5001);
    change();
    const Settings here = settings_;
    history_.undo(settings_);
    EXPECT_EQ(settings_, there);
    history_.redo(settings_);
    EXPECT_EQ(settings_, here);
}

}  // namespace
}  // namespace mariani::app
