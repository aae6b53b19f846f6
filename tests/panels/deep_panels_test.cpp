// The panels where doubles end, on a machine with a GPU: what has no effect there is disabled, and
// says why.
#include "compute/model/text.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class DeepEnginePanelTest : public testing::Test {
  protected:
    DeepEnginePanelTest() {
        stage.seen = fake_observations();
        stage.show([](const PanelContext& context) {
            engine_panel(context);
            advanced_panel(context);
        });
        stage.seen.picture = {1000, 1000};
        stage.seen.hardware.cuda_unavailable.reset();
        at("1e-30");
    }
    void at(const char* height) {
        stage.settings.view.height = *parse_length(height);
        stage.frames(2);
    }

    Stage stage;
};

TEST_F(DeepEnginePanelTest, WhatHasNoEffectIsDisabledAndSaysWhy) {
    const Settings before = stage.settings;
    stage.click("DP");
    EXPECT_TRUE(stage.reads("DP: dynamic parallelism computes no deltas"));
    for (const char* scheme : {"SBR", "MBR", "WPR"}) stage.click(scheme);
    EXPECT_TRUE(stage.reads("deep zoom has no schemes: a level's pixels form one list"));
    stage.enter("Block", "32");
    EXPECT_TRUE(stage.reads("deep zoom has its own"));
    EXPECT_FALSE(stage.reads("chosen by auto for Ex"));
    EXPECT_FALSE(stage.reads("chosen by auto for"));
    EXPECT_TRUE(stage.reads("deep zoom has none: its jumps skip iterations everywhere"));
    const auto row = [&] { return stage.find("Shortcuts")->middle().y; };
    const auto texts = stage.texts();
    const auto note = std::ranges::find_if(
        texts, [](const DrawnText& text) { return text.text.starts_with("deepzoomhasnone"); });
    ASSERT_NE(note, texts.end());
    const float box = note->from.x + 6;  // the note begins where the control does
    stage.click({box, row()});
    EXPECT_EQ(stage.settings, before);
    at("1e-3");
    stage.click({box, row()});
    EXPECT_NE(stage.settings.engine.shortcuts, before.engine.shortcuts) << "the box is there";
}

TEST_F(DeepEnginePanelTest, APrecisionThatHasEndedCannotBeChosen) {
    at("1e-400");
    stage.click("auto: f64");
    for (const char* ended : {"f32", "f64", "deltas"}) {
        stage.click(ended);
        EXPECT_EQ(stage.settings.engine.precision, std::nullopt) << ended;
    }
    stage.click("scaled");
    EXPECT_EQ(stage.settings.engine.precision, Precision::scaled);
}

TEST_F(DeepEnginePanelTest, ManyDigitsAreTheProcessors) {
    stage.settings.engine.precision = Precision::many_digits;
    stage.frames(2);
    stage.click("CUDA");
    EXPECT_EQ(stage.settings.engine.backend, std::nullopt);
    EXPECT_TRUE(stage.reads("CUDA: many digits are computed on the processor only"));
}

}  // namespace
}  // namespace mariani::app
