// The panel of the tab Volume.
#include "app/panels/panel_style.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/volume/view.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using volume::Encoding;

class VolumePanelTest : public testing::Test {
  protected:
    VolumePanelTest() {
        stage.seen = fake_observations();
        stage.settings.workload = Workload::volume;
        stage.unfold_details();
        shown().backend = Backend::cpu;
        stage.frames(2);
    }

    VolumeSettings& shown() { return *stage.settings.volume; }

    // What a run of the settings would be seen as.
    std::shared_ptr<VolumeView> view() const {
        auto view = std::make_shared<VolumeView>();
        view->plan = volume::Plan{};
        view->device = "a processor";
        view->stats.compute_ms = 12.5;
        view->stats.iterated = 442'368;  // half of all
        view->stats.levels = {{512, 100, 412, 0, 6144, 3.25, 110'592},
                              {3296, 2000, 0, 1296, 39'552, {}, {}}};
        view->gain = volume_gain(*view->plan, view->stats);
        return view;
    }

    void pick_encoding(const std::string& label) {
        const auto field = stage.value_of("Encoding");
        ASSERT_TRUE(field.has_value());
        stage.click(field->middle());
        stage.frames(2);
        stage.click(label);
        stage.frames(2);
    }

    Stage stage{{1280, 2200}};
};

TEST_F(VolumePanelTest, TheTabIsBesideTheOthers) {
    stage.choose_workload("Gasket");
    EXPECT_EQ(stage.settings.workload, Workload::gasket);
    stage.choose_workload("Volume");
    EXPECT_EQ(stage.settings.workload, Workload::volume);
}

TEST_F(VolumePanelTest, FieldsTakeWhatCanBeRunAndSayWhyNotTheRest) {
    stage.enter("n  side", "64");
    EXPECT_EQ(shown().problem.side, 64);
    stage.open(PanelPart::regions);
    stage.enter("g  initial", "100");  // of 64 voxels
    EXPECT_EQ(shown().problem.g, std::nullopt);
    EXPECT_TRUE(stage.reads("g is 100"));
    stage.enter("g  initial", "4");
    EXPECT_EQ(shown().problem.g, 4);
    EXPECT_FALSE(stage.reads("Not taken"));
}

TEST_F(VolumePanelTest, AnotherNumberOfAxesHasASideThatSuitsIt) {
    shown().z = 90;
    stage.click("4");
    EXPECT_EQ(shown().problem.axes, 4);
    EXPECT_EQ(shown().problem.side, 32);
    EXPECT_EQ(shown().z, std::nullopt);
}

TEST_F(VolumePanelTest, ChoicesThatExcludeEachOtherCannotBeClicked) {
    stage.open(PanelPart::regions);
    pick_encoding("Hilbert");
    EXPECT_EQ(shown().problem.encoding, Encoding::hilbert);
    stage.enter("r  recurrent", "3");
    EXPECT_EQ(shown().problem.r, 2);  // no power of two
    pick_encoding("levels");
    stage.enter("r  recurrent", "3");
    EXPECT_EQ(shown().problem.r, 3);
    stage.frames(2);
    pick_encoding("Morton");
    stage.press(ImGuiKey_Escape);
    EXPECT_EQ(shown().problem.encoding, Encoding::levels);
    stage.click("WPR");  // needs a GPU
    EXPECT_EQ(shown().problem.scheme, Scheme::sbr);
}

TEST_F(VolumePanelTest, OnlyAnAxisOfWTurns) {
    EXPECT_TRUE(stage.reads("Turn of w"));
    stage.click("Mandelbulb");
    stage.frames(2);
    EXPECT_FALSE(stage.reads("Turn of w"));
}

// With three axes w turns in its plane; only with four there is a fourth to run along.
TEST_F(VolumePanelTest, WhatMovesIsNamed) {
    EXPECT_TRUE(stage.value_of("Turning w").has_value());
    EXPECT_FALSE(stage.reads("Fourth axis"));
    stage.click("4");
    stage.frames(2);
    EXPECT_TRUE(stage.value_of("Fourth axis").has_value());
    EXPECT_FALSE(stage.reads("Turning w"));
}

TEST_F(VolumePanelTest, FiguresOfTheRunAreShown) {
    stage.seen.tab = view();
    stage.open(PanelPart::regions);
    EXPECT_TRUE(stage.reads("3,808"));  // regions of both levels
    stage.open(PanelPart::measure);
    EXPECT_TRUE(stage.reads("442,368"));
    EXPECT_TRUE(stage.reads("50.0 %"));
    EXPECT_TRUE(stage.reads("12.5 ms on a processor"));
    auto moving = view();
    moving->stats.iterated = 221'184;
    moving->moving = true;
    stage.seen.display_fps = 43;
    stage.seen.tab = moving;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("221,184   25.0 %"));
    EXPECT_EQ(stage.value_of("Pictures")->text, "43.0");
}

TEST_F(VolumePanelTest, LevelsHaveTheirSidesAndTheirShares) {
    stage.seen.tab = view();
    stage.show(volume_levels_panel);
    stage.frames(2);
    for (const char* text : {"12", "6", "3.25", "25 %", "12.5", "100 %"})
        EXPECT_TRUE(stage.reads(text)) << text;
    EXPECT_TRUE(stage.reads("Widen the panel to see: leaves."));
    EXPECT_TRUE(stage.reads("39.6 k"));
    for (const DrawnText& text : stage.texts()) EXPECT_FALSE(text.clipped) << text.text;
    stage.show(volume_levels_panel, 620);
    stage.frames(2);
    EXPECT_FALSE(stage.reads("Widen the panel"));
    EXPECT_TRUE(stage.reads("1,296"));
}

TEST_F(VolumePanelTest, WhatNoLevelTookIsShown) {
    auto seen = view();
    seen->stats.levels.back().ms = 8.25;
    seen->stats.levels.back().iterated = 331'776;
    stage.seen.tab = seen;
    stage.show(volume_levels_panel);
    stage.frames(2);
    const auto label = stage.find("Outside levels");
    ASSERT_TRUE(label);
    EXPECT_LE(label->to.x + 8, stage.value_of("Outside levels")->from.x);
    EXPECT_TRUE(stage.reads("1.00 ms   0.0 %"));
    seen->stats.levels.back().ms.reset();  // as of DP
    stage.frames(2);
    EXPECT_FALSE(stage.find("Outside levels"));
}

TEST_F(VolumePanelTest, ThePoolIsOfDpAlone) {
    stage.open(PanelPart::regions);
    stage.enter("Pool", "100");
    EXPECT_EQ(shown().problem.pool, 2048);
    stage.click("DP");
    stage.frames(2);
    stage.enter("Pool", "100");
    EXPECT_EQ(shown().problem.pool, 100);
}

TEST_F(VolumePanelTest, HowFullThePoolWasIsShown) {
    auto seen = view();
    seen->plan->engine = volume::EngineKind::dp;
    seen->stats.launches = 1000;
    seen->stats.failed_launches = 23;
    seen->stats.most_pending = 2048;
    stage.seen.tab = seen;
    stage.show(volume_times_panel);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("2,048 of 2,048, 23 failed"));
}

// P is that of the levels that may be subdivided.
TEST_F(VolumePanelTest, WhatSubdivisionPaysIsSaidBesideTheModel) {
    const auto seen = view();
    ASSERT_TRUE(seen->gain.has_value());
    EXPECT_NEAR(seen->gain->P.value(), 412.0 / 512, 1e-12);
    EXPECT_DOUBLE_EQ(seen->gain->of_voxels, 2);
    ASSERT_TRUE(seen->gain->best[0] && seen->gain->best[1]);
    EXPECT_GT(*seen->gain->best[0], *seen->gain->best[1]);
    const std::string sentence = gain_sentence(*seen->plan, *seen->gain);
    EXPECT_NE(sentence.find("P 0.80"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("50.0 % of the voxels were computed. That is a gain of 2.00."),
              std::string::npos)
        << sentence;
    EXPECT_NE(sentence.find("it can exceed \xce\xa9"), std::string::npos) << sentence;
}

// Regions none of which may be subdivided have no share that is.
TEST_F(VolumePanelTest, OneLevelHasNoPAndNoOmega) {
    auto seen = view();
    seen->plan->g = 32;
    seen->stats.levels = {{32'768, 20'000, 0, 12'768, 393'216, 3.25, 442'368}};
    seen->gain = volume_gain(*seen->plan, seen->stats);
    ASSERT_TRUE(seen->gain.has_value());
    EXPECT_FALSE(seen->gain->P || seen->gain->omega || seen->gain->best[0]);
    stage.seen.tab = seen;
    stage.show(volume_times_panel);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("there is one level"));
    EXPECT_TRUE(stage.reads("there is no P"));
    EXPECT_TRUE(stage.reads("50.0 % of the voxels were computed. That is a gain of 2.00."));
}

// A first level of which all is filled is not the last that there can be.
TEST_F(VolumePanelTest, WhereNothingWasSubdividedPIsZero) {
    auto seen = view();
    seen->stats.levels = {{512, 512, 0, 0, 6144, 3.25, 110'592}};
    EXPECT_EQ(volume_gain(*seen->plan, seen->stats)->P, 0);
}

TEST_F(VolumePanelTest, TheListsBytesAreShownByEncoding) {
    stage.seen.tab = view();
    stage.open(PanelPart::regions);
    EXPECT_TRUE(stage.reads("45.7 kB   12 per entry"));  // coordinates
    EXPECT_TRUE(stage.reads("15.2 kB   4 per entry"));   // scalars
}

TEST_F(VolumePanelTest, HowNearListedRegionsLieIsShown) {
    auto seen = view();
    seen->listed = ListedLevel{1, 3296, 1.99, 1234.0};
    stage.seen.tab = seen;
    stage.show(volume_levels_panel);
    stage.frames(2);
    EXPECT_TRUE(stage.value_of("Mean step").has_value());
    EXPECT_EQ(stage.value_of("Lines of 64")->text, "1,230");
}

TEST_F(VolumePanelTest, MeasuredEnginesStandBesideEx) {
    auto seen = view();
    auto measurement = std::make_shared<VolumeMeasurement>();
    volume::Plan surface = *seen->plan;  // which has another B, and is the last to be measured
    surface.engine = volume::EngineKind::surface;
    surface.B = 16;
    measurement->plans = {*seen->plan, surface};
    measurement->device = "a processor";
    measurement->times = {{"Ex", {39, 40, 42}, 1, {}}, {"ASK-SBR", {24, 25, 26}, 1.6, {}}};
    seen->measurement = measurement;
    stage.seen.tab = seen;
    stage.show(volume_times_panel);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("25.0 ms, 24.0 to 26.0, 1.60 x Ex"));
    EXPECT_FALSE(stage.reads("The lists of"));
    EXPECT_FALSE(stage.reads("Measured with other settings"));
    const auto bars = stage.shapes(tone::compute);
    ASSERT_EQ(bars.size(), 2U);
    EXPECT_NEAR(bars[1].width() / bars[0].width(), 25.0 / 40, 0.004) << "of the medians";
    measurement->lists = true;
    measurement->plans.pop_back();
    stage.frames(2);
    EXPECT_TRUE(stage.reads("The lists of ASK-SBR, k 3, n 96"));
    measurement->plans.back().B *= 2;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Measured with other settings"));
}

TEST_F(VolumePanelTest, EncodingsAndOrdersAreMeasuredBesideEachOther) {
    stage.seen.tab = view();
    stage.show(volume_times_panel);
    stage.frames(2);
    stage.click("Measure encodings and orders");
    ASSERT_EQ(stage.commands.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<command::MeasureLists>(stage.commands[0]));
}

TEST_F(VolumePanelTest, KnobsHaveTheNamesThatTheyHaveOfTheMandelbrotSet) {
    const KnobTable &plane = knob_table<EngineRequest>(), &volume = knob_table<volume::Problem>();
    for (const char* const id : {"scheme", "g", "r", "B"})
        EXPECT_EQ(volume[id].label, plane[id].label);
    EXPECT_EQ(volume["rule"].label, plane["fill"].label);
}

TEST_F(VolumePanelTest, KnobsWithoutEffectSayWhyOnce) {
    constexpr std::string_view why = "Used by DP, ASK, Surface: Ex has no regions.";
    stage.open(PanelPart::regions);
    EXPECT_FALSE(stage.reads(why));
    shown().engine = volume::EngineKind::ex;
    stage.frames(2);
    const auto said = std::ranges::count_if(stage.texts(), [](const DrawnText& text) {
        return text.text.ends_with(without_blanks("Ex has no regions."));
    });
    EXPECT_EQ(said, 1);
    EXPECT_TRUE(stage.reads(why));
    EXPECT_LT(stage.find("B  stopping size")->from.y, stage.find(why)->from.y);
    stage.enter("B  stopping size", "8");
    EXPECT_EQ(shown().problem.B, std::nullopt);
}

TEST_F(VolumePanelTest, AutoTellsWhatItTakes) {
    shown().problem.scheme.reset();
    stage.open(PanelPart::regions);
    EXPECT_TRUE(stage.reads("takes 8"));
    EXPECT_TRUE(stage.reads("takes 4"));
    EXPECT_TRUE(stage.find("auto: SBR"));
    shown().engine = volume::EngineKind::surface;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("takes 16"));
    shown().problem.g = 8;
    shown().problem.B = 4;
    stage.frames(2);
    EXPECT_FALSE(stage.reads("takes"));
}

}  // namespace
}  // namespace mariani::app
