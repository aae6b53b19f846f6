// A slider with its number in a field beside it.
#include "app/panels/fields.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"
#include "tests/panels/stage.hpp"

#include <cmath>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class ValueSliderTest : public testing::Test {
  protected:
    ValueSliderTest() {
        stage.scene = [this](const PanelContext& context) {
            ImGui::SetNextWindowPos({600, 0});
            ImGui::SetNextWindowSize({470, 400});
            ImGui::Begin("stage", nullptr, ImGuiWindowFlags_NoDecoration);
            row(context, "Angle", "");
            ImGui::BeginDisabled(disabled);
            changed = changed | value_slider(context, "##angle", "the angle", value, slide,
                                             ImGui::GetContentRegionAvail().x);
            ImGui::EndDisabled();
            ImGui::End();
        };
        stage.frames(2);
    }

    std::string text() {
        stage.frames(2);
        const auto shown = stage.value_of("Angle");
        return shown ? shown->text : "";
    }
    // The middle of the knob.
    ImVec2 knob() {
        stage.frames(2);
        const auto found = stage.shapes(tone::underline);
        EXPECT_EQ(found.size(), 1u);
        return found.empty() ? ImVec2{} : found[0].middle();
    }

    double value = 90;
    Slide slide{{0, 360}, "%.0f", "°"};
    bool disabled = false, changed = false;
    Stage stage;
};

TEST_F(ValueSliderTest, TheNumberStandsBesideTheSliderAndNotUnderItsKnob) {
    EXPECT_EQ(text(), "90°");
    EXPECT_FALSE(changed);
    const float left = stage.value_of("Angle")->from.x;
    for (const double each : {0.0, 180.0, 360.0}) {
        value = each;
        EXPECT_LT(knob().x, left);
    }
    EXPECT_EQ(text(), "360°");
    EXPECT_EQ(stage.line_of("Angle").size(), 1u) << "the number stands there once";
}

TEST_F(ValueSliderTest, DraggedItTakesWholeNumbersOfItsRange) {
    const ImVec2 at = knob();
    stage.drag(at, {at.x + 60, at.y});
    EXPECT_TRUE(changed);
    EXPECT_GT(value, 120);
    EXPECT_LT(value, 240);
    EXPECT_EQ(value, std::round(value));
    EXPECT_EQ(text(), std::to_string(static_cast<int>(value)) + "°");
    stage.drag(knob(), {at.x + 2000, at.y});
    EXPECT_EQ(value, 360);
    stage.drag(knob(), {0, at.y});
    EXPECT_EQ(value, 0);
}

TEST_F(ValueSliderTest, TypedItIsTakenWithItsUnitAndWithout) {
    stage.enter("Angle", "12.5");
    EXPECT_EQ(value, 12.5);
    EXPECT_EQ(text(), "12.5°");
    EXPECT_TRUE(changed);
    stage.enter("Angle", "270°");
    EXPECT_EQ(value, 270);
}

TEST_F(ValueSliderTest, WhatItCannotBeIsRefusedBesideIt) {
    for (const char* refused : {"361", "-1", "north"}) {
        stage.enter("Angle", refused);
        stage.frames(3);
        EXPECT_EQ(value, 90) << refused;
        const auto why = stage.find("the angle must be a number from 0 to 360");
        ASSERT_TRUE(why) << refused;
        EXPECT_LT(why->to.x, 600) << "not over what it explains";
        EXPECT_EQ(why->colour, tone::packed(tone::error));
    }
    EXPECT_FALSE(changed);
    stage.enter("Angle", "45");
    EXPECT_EQ(value, 45);
    EXPECT_FALSE(stage.reads("must be"));
}

TEST_F(ValueSliderTest, DisabledItCanBeNeitherDraggedNorTyped) {
    const ImVec2 at = knob();
    disabled = true;
    stage.frames(2);
    stage.drag(at, {at.x + 60, at.y});
    stage.enter("Angle", "45");
    EXPECT_EQ(value, 90);
    EXPECT_FALSE(changed);
    EXPECT_EQ(text(), "90°") << "but it can be read";
}

TEST_F(ValueSliderTest, LargeWholeNumbersHaveAllTheirDigits) {
    slide = {{1, 10'000'000}, "%.0f", "", true};
    for (const auto& [number, shown] :
         {std::pair(12'345.0, "12345"), std::pair(9'999'999.0, "9999999"), std::pair(1.0, "1")}) {
        value = number;
        EXPECT_EQ(text(), shown);
    }
}

// A step of a whole number, however small the range is.
TEST_F(ValueSliderTest, TheKeyboardMovesIt) {
    slide = {{0, 15}, "%.0f"};
    value = 7;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    const ImVec2 at = knob();
    stage.click(at);
    value = 7;
    ImGui::SetNavCursorVisible(true);
    stage.press(ImGuiKey_Space);
    stage.press(ImGuiKey_RightArrow);
    EXPECT_EQ(value, 8);
    stage.press(ImGuiKey_LeftArrow);
    EXPECT_EQ(value, 7);
}

}  // namespace
}  // namespace mariani::app
