// The panel of the tab Points.
#include "app/panels/panel_style.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/view.hpp"
#include "compute/service/engine_registry.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <memory>
#include <variant>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class PointsPanelTest : public testing::Test {
  protected:
    PointsPanelTest() {
        stage.seen = fake_observations();
        stage.settings.workload = Workload::points;
        stage.unfold_details();
        settings().problem.count = 100'000;
        settings().problem.rule.min = 16;
        stage.frames(2);
    }

    PointsSettings& settings() { return *stage.settings.points; }

    // A tree of three levels.
    std::shared_ptr<PointsView> show() {
        auto view = std::make_shared<PointsView>();
        view->plan = points::Plan{};
        view->plan->count = 123'456;
        view->stats.compute_ms = 2;
        view->stats.nodes = 21;
        view->stats.child_launches = 5;
        view->stats.refused_launches = 3;
        view->level_spans = {{0, 0.25}, {0.25, 0.75}, {0.5, 1.75}};
        view->device = "a processor";
        view->levels = {{1, 1, 0}, {4, 4, 0}, {16, 4, 123'456}};
        view->floor_ms = 0.5;
        stage.seen.tab = view;
        stage.frames(2);
        return view;
    }

    bool was_commanded(Action action) const {
        return !stage.commands.empty() && is(stage.commands.back(), action);
    }
    template <typename C>
    bool was_commanded() const {
        return !stage.commands.empty() && std::holds_alternative<C>(stage.commands.back());
    }

    Stage stage{{1280, 2000}};
};

TEST_F(PointsPanelTest, TheTabIsBesideTheOthers) {
    stage.choose_workload("Curves");
    EXPECT_EQ(stage.settings.workload, Workload::curves);
    stage.choose_workload("Points");
    EXPECT_EQ(stage.settings.workload, Workload::points);
}

TEST_F(PointsPanelTest, ASentenceSaysWhatIsSeen) {
    EXPECT_TRUE(stage.reads("Each square is a leaf of the quadtree"));
    EXPECT_TRUE(
        stage.reads("A square with more than 16 points is cut into four, down to level 12"));
    EXPECT_TRUE(stage.reads("from large (white) to small (violet)"));
    settings().counts = true;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("from few points (blue) to many (yellow)"));
    settings().problem.rule.min = 3;
    settings().problem.rule.depth = 5;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("A square with more than 3 points is cut into four, down to level 5"));
}

TEST_F(PointsPanelTest, FieldsTakeWhatIsAllowedAndRefuseTheRest) {
    stage.enter("Min", "7");
    EXPECT_EQ(settings().problem.rule.min, 7U);
    stage.enter("Depth", "16");
    EXPECT_EQ(settings().problem.rule.depth, 16U);
    stage.enter("Depth", "17");
    EXPECT_EQ(settings().problem.rule.depth, 16U);
    EXPECT_TRUE(stage.reads("from 1 to 16"));
    stage.enter("Seed", "12");
    EXPECT_EQ(settings().problem.seed, 12U);
    stage.open(PanelPart::regions);
    stage.enter("Threads", "2");
    EXPECT_EQ(stage.settings.engine.threads, 2);
    stage.enter("Threads", "none");
    EXPECT_TRUE(stage.reads("threads must be auto, or a whole number from 1 to 4096"));
    stage.enter("Threads", "auto");
    EXPECT_EQ(stage.settings.engine.threads, std::nullopt);
}

TEST_F(PointsPanelTest, WhatAChoiceMeansStandsBelowItsField) {
    settings().problem.distribution = points::Distribution::clumps;
    stage.frames(2);
    const auto field = stage.value_of("Emitter"), meaning = stage.find("In 32 clumps.");
    ASSERT_TRUE(field && meaning);
    EXPECT_NEAR(field->from.x, meaning->from.x, 12) << "but for the field's padding";
    EXPECT_GT(meaning->from.y, field->from.y);
}

TEST_F(PointsPanelTest, ButtonsMoveThePoints) {
    stage.click("Move");
    EXPECT_TRUE(was_commanded(Action::play_pause));
    stage.click("Once");
    EXPECT_TRUE(was_commanded(Action::step_once));
    show()->moving = true;
    stage.frames(2);
    EXPECT_TRUE(stage.find("Hold"));
}

TEST_F(PointsPanelTest, TheirMotionHasASpeed) {
    stage.enter("Speed", "0.5");
    EXPECT_EQ(settings().speed, 0.5);
    stage.enter("Speed", "0");
    EXPECT_EQ(settings().speed, 0.5);
    EXPECT_TRUE(stage.reads("speed must be a number from 0.01 to 100"));
}

TEST_F(PointsPanelTest, APictureAsksForItsFile) {
    EXPECT_FALSE(stage.find("Picture"));
    settings().problem.distribution = points::Distribution::picture;
    settings().picture = "/tmp/b.png";
    stage.frames(2);
    stage.enter("Picture", "/tmp/a.png");
    EXPECT_EQ(settings().picture, "/tmp/a.png");
}

TEST_F(PointsPanelTest, FiguresOfTheRunAreShown) {
    show();
    EXPECT_TRUE(stage.reads("2.00 ms on a processor"));
    EXPECT_TRUE(stage.reads("61.7 M")) << "points per second";
    EXPECT_TRUE(stage.reads("0.500 ms, 25.0 % of the run"));
    stage.open(PanelPart::regions);
    EXPECT_EQ(stage.value_of("Launches")->text, "5");
    EXPECT_FALSE(stage.find("Refused"));
}

TEST_F(PointsPanelTest, AGreyFieldNamesTheEnginesThatUseIt) {
    stage.open(PanelPart::regions);
    const auto hover = [&](const char* label) {
        stage.hover(stage.value_of(label)->middle());
        stage.frames(60);
    };
    hover("Pool");
    EXPECT_TRUE(stage.reads("Used by DP, DP-MBR: the others launch nothing from the device."));
    hover("Block");
    EXPECT_TRUE(stage.reads("Used by DP, DP-MBR, ASK: the others have their own blocks."));
    settings().engine = points::EngineKind::ask;
    settings().backend = Backend::cpu;
    stage.frames(2);
    hover("Block");
    EXPECT_TRUE(stage.reads("On the processor tasks have no blocks."));
    settings().backend.reset();
    stage.frames(2);
    hover("Block");
    EXPECT_FALSE(stage.reads("have no blocks"));
    show();  // it ran on the processor
    hover("Block");
    EXPECT_TRUE(stage.reads("On the processor tasks have no blocks."));
}

TEST_F(PointsPanelTest, WhyThereIsNoGpuCanBeRead) {
    const auto why = backend_unavailable(Backend::cuda);
    if (!why) GTEST_SKIP() << "this machine has CUDA";
    stage.open(PanelPart::regions);
    EXPECT_TRUE(stage.reads("CUDA: " + *why));
}

TEST_F(PointsPanelTest, DpHasAPoolAndLaunchesThatWereRefused) {
    stage.open(PanelPart::regions);
    const auto view = show();
    view->plan->engine = points::EngineKind::dp;
    view->plan->backend = Backend::cuda;
    settings().engine = points::EngineKind::dp;
    stage.frames(2);
    EXPECT_EQ(stage.value_of("Refused")->text, "3");
    stage.enter("Pool", "100");
    EXPECT_EQ(settings().problem.pool, 100);
    stage.enter("Block", "256");
    EXPECT_EQ(settings().problem.block, 256);
    stage.enter("Block", "100");
    EXPECT_EQ(settings().problem.block, 256);
    EXPECT_TRUE(stage.reads("block is 100: it must be a multiple of 32"));
}

TEST_F(PointsPanelTest, LevelsAreATable) {
    stage.open(PanelPart::regions);
    show();
    EXPECT_EQ(stage.value_of("Levels")->text, "21nodes")
        << "beside the title, which is of the levels";
    EXPECT_EQ(stage.cell("2", "nodes"), "16");
    EXPECT_EQ(stage.cell("2", "cut"), "4");
    EXPECT_EQ(stage.cell("2", "P_i"), "0.25");
    EXPECT_EQ(stage.cell("2", "points"), "123,456");
    EXPECT_EQ(stage.cell("2", "ms"), "1.250");
}

TEST_F(PointsPanelTest, LeavesCanBeColouredByTheirPoints) {
    stage.open(PanelPart::regions);
    show();
    stage.click(stage.right_of("Colour by").back().middle());
    EXPECT_TRUE(settings().counts);
}

TEST_F(PointsPanelTest, TheTextbookTakesFewPointsAndShowsItsBuffers) {
    settings().problem.count = 100'000;
    const auto view = show();
    EXPECT_EQ(stage.value_of("Textbook")->text, "twobuffersoffigure13.12");
    stage.click("Show with 40 points");
    EXPECT_TRUE(settings().strips);
    EXPECT_EQ(settings().problem.count, 40);
    EXPECT_EQ(settings().problem.rule.min, 2U);
    view->strips = StripMoment{1, 0};
    view->strip_steps = 4;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("step 2 of 4"));
    stage.click("Play");
    EXPECT_TRUE(was_commanded(Action::play_subdivision));
    stage.click("Show 100,000 points");
    EXPECT_EQ(settings().problem.count, 100'000);
    EXPECT_EQ(settings().problem.rule.min, 16U);
}

TEST_F(PointsPanelTest, ACircleTellsWhatIsFoundInIt) {
    const auto view = show();
    stage.enter("Radius", "0.25");
    EXPECT_EQ(settings().radius, 0.25);
    stage.enter("Radius", "2");
    EXPECT_EQ(settings().radius, 0.25);
    EXPECT_TRUE(stage.reads("radius must be a number from 0.001 to 1"));
    EXPECT_FALSE(stage.find("Found"));
    view->found = points::DiscStats{17, 4, 321, 1234};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("1,234"));
    EXPECT_TRUE(stage.reads("17 of 21"));
    EXPECT_EQ(stage.value_of("Taken whole")->text, "4");
    EXPECT_TRUE(stage.reads("1,234   1.0 %")) << "of all points";
    EXPECT_TRUE(stage.reads("321   0.3 %"));
}

class PointsTimesTest : public PointsPanelTest {
  protected:
    PointsTimesTest() { stage.open(PanelPart::measure); }
};

TEST_F(PointsTimesTest, EnginesAreComparedWithDp) {
    const auto view = show();
    PointsMeasurement measurement;
    measurement.plan = *view->plan;
    measurement.device = "a processor";
    points::RunStats refused;
    refused.refused_launches = 1234;
    const FrameEnergy unknown{0, 0, 0, 0, "RAPL", "RAPL: there is none"};
    measurement.engines = {{points::EngineKind::dp, {7, 8, 9}, refused, 1.0, unknown},
                           {points::EngineKind::linear, {1.9, 2, 2.1}, {}, 4.0, {}}};
    view->measurement = std::make_shared<const PointsMeasurement>(measurement);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("2.00 ms, 1.90 to 2.10, 4.00 x DP"));
    EXPECT_TRUE(stage.reads("61.7 M points per second"));
    EXPECT_TRUE(stage.reads("1,234 launches refused, 15.4 M points per second"));
    EXPECT_TRUE(stage.reads("RAPL: there is none"));
    EXPECT_TRUE(stage.reads("123,456 points, min 16, depth 12, on a processor"));
    EXPECT_FALSE(stage.reads("may be noise"));
    EXPECT_FALSE(stage.reads("Measured with other settings"));
    EXPECT_TRUE(stage.reads("speed-up over DP"));
    const auto bars = stage.shapes(tone::compute);
    ASSERT_EQ(bars.size(), 2U);
    EXPECT_NEAR(bars[1].width() / bars[0].width(), 2.0 / 8, 0.01);
}

TEST_F(PointsTimesTest, RunsThatOverlapMayBeNoise) {
    const auto view = show();
    PointsMeasurement measurement;
    measurement.plan = *view->plan;
    measurement.repeats = 5;
    measurement.engines = {{points::EngineKind::dp, {7, 8, 9}, {}, 1.0, {}},
                           {points::EngineKind::linear, {6, 7.5, 8}, {}, 1.07, {}}};
    view->measurement = std::make_shared<const PointsMeasurement>(measurement);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("The runs of DP overlap those of linear: the difference may be noise"));
    EXPECT_FALSE(stage.reads("The runs of linear overlap"));
    EXPECT_TRUE(stage.reads("medians and ranges of 5 runs"));
}

TEST_F(PointsTimesTest, WhatWasMeasuredOfOtherPointsSaysSoAndIsDim) {
    const auto view = show();
    PointsMeasurement measurement;
    measurement.plan = *view->plan;
    measurement.engines = {{points::EngineKind::linear, {1.9, 2, 2.1}, {}, {}, {}}};
    view->measurement = std::make_shared<const PointsMeasurement>(measurement);
    stage.frames(2);
    const auto bright = stage.find("linear")->colour;
    view->plan->count = 7;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Measured with other settings than those shown."));
    EXPECT_LT(stage.find("linear")->colour >> IM_COL32_A_SHIFT, bright >> IM_COL32_A_SHIFT);
    view->plan->count = measurement.plan.count;
    view->plan->time = 3;  // of its motion
    stage.frames(2);
    EXPECT_FALSE(stage.reads("Measured with other settings"));
}

TEST_F(PointsTimesTest, WhereDpDidNotRunNothingIsSaidToBeFaster) {
    const auto view = show();
    PointsMeasurement measurement;
    measurement.plan = *view->plan;
    measurement.device = "a GPU";
    measurement.engines = {{points::EngineKind::linear, {1.9, 2, 2.1}, {}, {}, {}}};
    view->measurement = std::make_shared<const PointsMeasurement>(measurement);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("2.00 ms, 1.90 to 2.10"));
    EXPECT_FALSE(stage.reads("x DP"));
    EXPECT_FALSE(stage.reads("speed-up over DP"));
}

TEST_F(PointsTimesTest, PublishedFiguresStandBesideOurs) {
    show();
    EXPECT_TRUE(stage.reads("5 to 12 times as fast as on a processor"));
    EXPECT_TRUE(stage.reads("29.4 G per second"));
    EXPECT_TRUE(stage.reads("The textbook has no times"));
}

TEST_F(PointsTimesTest, AllEnginesAreMeasuredWithTheirEnergyIfThatIsChosen) {
    show();
    stage.click("Measure all engines");
    ASSERT_TRUE(was_commanded<command::Race>());
    EXPECT_FALSE(std::get<command::Race>(stage.commands.back()).energy);
    stage.click("Energy");
    stage.click("Measure all engines");
    ASSERT_TRUE(was_commanded<command::Race>());
    EXPECT_TRUE(std::get<command::Race>(stage.commands.back()).energy);
}

TEST_F(PointsTimesTest, AMeasurementThatIsUnderWayCanBeStopped) {
    const auto view = show();
    view->measuring = true;
    view->measured_share = 0.25;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("25 %"));
    EXPECT_FALSE(stage.find("Measure all engines"));
    stage.click("Stop");
    EXPECT_TRUE(was_commanded(Action::stop_experiment));
}

TEST_F(PointsTimesTest, WhyNothingWasMeasuredIsSaid) {
    show()->measurement_error = "no memory is left for the points";
    stage.frames(2);
    EXPECT_TRUE(stage.reads("no memory is left for the points"));
}

}  // namespace
}  // namespace mariani::app
