// The panel of the tab Curves.
#include "app/panels/panel_style.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves/view.hpp"
#include "compute/service/engine_registry.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string_view>
#include <variant>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class CurvesPanelTest : public testing::Test {
  protected:
    CurvesPanelTest() {
        stage.seen = fake_observations();
        stage.settings.workload = Workload::curves;
        stage.unfold_details();
        stage.frames(2);
    }

    CurvesSettings& curves() { return *stage.settings.curves; }

    Stage stage{{1280, 4000}};
};

TEST_F(CurvesPanelTest, TheTabIsBesideTheOthers) {
    stage.choose_workload("Gasket");
    EXPECT_EQ(stage.settings.workload, Workload::gasket);
    stage.choose_workload("Curves");
    EXPECT_EQ(stage.settings.workload, Workload::curves);
}

TEST_F(CurvesPanelTest, BezierHasItsAccent) {
    stage.scene = help_window;
    stage.seen.help_shown = true;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Each B\xc3\xa9zier curve"));
}

TEST_F(CurvesPanelTest, FieldsTakeWhatIsAllowedAndRefuseTheRest) {
    stage.enter("Tolerance", "2.5");
    EXPECT_EQ(curves().problem.tolerance, 2.5);
    stage.enter("Tolerance", "0");
    EXPECT_EQ(curves().problem.tolerance, 2.5);
    EXPECT_TRUE(stage.reads("tolerance must be a number of pixels from 1e-06 to 1000000"));
    stage.enter("Seed", "12");
    EXPECT_EQ(curves().problem.seed, 12U);
}

TEST_F(CurvesPanelTest, ControlPointsMoveAtASpeed) {
    stage.click("Move");
    ASSERT_FALSE(stage.commands.empty());
    EXPECT_TRUE(is(stage.commands.back(), Action::play_pause));
    stage.click("Once");
    EXPECT_TRUE(is(stage.commands.back(), Action::step_once));
    stage.enter("Speed", "2.5");
    EXPECT_EQ(curves().speed, 2.5);
    stage.enter("Speed", "1000");
    EXPECT_EQ(curves().speed, 2.5);
    EXPECT_TRUE(stage.reads("speed must be a number from 0.01 to 100"));
}

TEST_F(CurvesPanelTest, ACountByCurvatureHasAFactor) {
    stage.click("curvature");
    EXPECT_EQ(curves().problem.factor, 16.0);
    stage.frames(2);
    stage.enter("Factor", "20");
    EXPECT_EQ(curves().problem.factor, 20.0);
    stage.enter("Factor", "0");
    EXPECT_EQ(curves().problem.factor, 20.0);
    EXPECT_TRUE(stage.reads("factor must be auto, or a number from 1e-06 to 1000000"));
    stage.click("tolerance");
    EXPECT_EQ(curves().problem.factor, std::nullopt);
}

TEST_F(CurvesPanelTest, AGreyFieldNamesTheEnginesThatUseIt) {
    curves().engine = curves::EngineKind::scan;
    stage.open(PanelPart::regions);
    const auto told_at = [&](const char* label) {
        stage.hover(stage.value_of(label)->middle());
        stage.frames(60);
        return stage.reads(
            "Used by DP, DP by warp, DP by block, DP by grid: the others launch nothing from the "
            "device.");
    };
    EXPECT_TRUE(told_at("Pool"));
    EXPECT_TRUE(told_at("Parent block"));
    EXPECT_TRUE(told_at("Streams"));
    curves().engine = curves::EngineKind::dp;
    stage.frames(2);
    EXPECT_FALSE(told_at("Pool"));
}

TEST_F(CurvesPanelTest, WhyThereIsNoGpuCanBeRead) {
    const auto why = backend_unavailable(Backend::cuda);
    if (!why) GTEST_SKIP() << "this machine has CUDA";
    stage.open(PanelPart::regions);
    EXPECT_TRUE(stage.reads("CUDA: " + *why));
}

TEST_F(CurvesPanelTest, FiguresAndTheGaugeOfTheRunAreShown) {
    auto view = std::make_shared<CurvesView>();
    view->plan = curves::Plan{};
    view->plan->engine = curves::EngineKind::dp;
    view->stats.vertices = 221'234;
    view->stats.cut_lines = 17;
    view->stats.most_pending = 1234;
    view->stats.child_launches = 9000;
    view->stats.failed_launches = 1000;
    view->device = "a processor";
    view->part.height = 0.125;
    curves().engine = curves::EngineKind::dp;
    stage.seen.tab = view;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("221,234"));
    EXPECT_TRUE(stage.reads("221,234 22.1 per curve"));
    EXPECT_TRUE(stage.reads("221,234 vertices")) << "beside the title, which is of the curves";
    EXPECT_TRUE(stage.reads("8.00 x"));
    EXPECT_EQ(stage.value_of("Cut curves")->text, "17");
    stage.open(PanelPart::regions);
    EXPECT_TRUE(stage.reads("1,234 of 2,048"));
    const auto gauge = stage.shapes(tone::accent);
    EXPECT_TRUE(std::ranges::any_of(gauge, [&](const DrawnShape& bar) {
        const auto text = stage.find("1,234of2,048");
        const float whole = 1280 - bar.from.x;
        return text && bar.from.y < text->middle().y && bar.to.y > text->middle().y &&
               bar.width() > 0.5f * whole && bar.width() < 0.7f * whole;
    })) << "60 % full";
    EXPECT_TRUE(stage.reads("9,000"));
    EXPECT_TRUE(stage.reads("1,000"));
}

TEST_F(CurvesPanelTest, LostCurvesAreCountedAndRepairIsASwitch) {
    auto view = std::make_shared<CurvesView>();
    view->plan = curves::Plan{};
    view->plan->engine = curves::EngineKind::dp;
    view->stats.lost_lines = 4321;
    curves().engine = curves::EngineKind::dp;
    stage.seen.tab = view;
    stage.open(PanelPart::regions);
    EXPECT_EQ(stage.value_of("Lost curves")->text, "4,321");
    view->plan->lines = 10'000;
    view->stats.vertices = 56'790;
    stage.open(PanelPart::explore);
    EXPECT_EQ(stage.line_of("Vertices"), (std::vector<std::string>{"56,790", "10.0percurve"}))
        << "of 5,679 curves";
    stage.open(PanelPart::regions);
    const auto label = stage.find("Repair");
    ASSERT_TRUE(label);
    const auto pool = stage.value_of("Pool");
    stage.click({pool->from.x, label->middle().y});
    EXPECT_FALSE(curves().problem.repair);
}

TEST_F(CurvesPanelTest, OnlyDpAllocatesAndFailuresAreCounted) {
    curves().engine = curves::EngineKind::scan;
    stage.open(PanelPart::regions);
    stage.click("malloc");
    EXPECT_EQ(curves().problem.memory, curves::VertexMemory::room) << "scan has no choice";
    curves().engine = curves::EngineKind::dp;
    auto view = std::make_shared<CurvesView>();
    view->plan = curves::Plan{};
    view->plan->engine = curves::EngineKind::dp;
    stage.seen.tab = view;
    stage.frames(2);
    stage.click("malloc");
    EXPECT_EQ(curves().problem.memory, curves::VertexMemory::room)
        << "a processor has no such heap";
    view->plan->backend = Backend::cuda;
    EXPECT_FALSE(stage.find("Heap,MiB")) << "nothing is allocated from it";
    view->plan->memory = curves::VertexMemory::heap;
    view->stats.failed_mallocs = 54'321;
    stage.frames(2);
    stage.click("malloc");
    EXPECT_EQ(curves().problem.memory, curves::VertexMemory::heap);
    stage.frames(2);
    EXPECT_EQ(stage.value_of("Failed mallocs")->text, "54,321");
    EXPECT_EQ(stage.value_of("Heap, MiB")->text, "8");
    stage.enter("Heap, MiB", "64");
    EXPECT_EQ(curves().problem.heap, 64 << 20);
    stage.enter("Heap, MiB", "1025");
    EXPECT_EQ(curves().problem.heap, 64 << 20);
}

TEST_F(CurvesPanelTest, ThereAreAsManyCurvesAsTheirVerticesCanBeKept) {
    // Their field is known by what it reads: its label is the workload's, too.
    const auto enter_lines = [&](const char* shown) {
        stage.click(shown);
        stage.type("2097152");
        stage.press(ImGuiKey_Enter);
    };
    enter_lines("100");
    EXPECT_EQ(curves().problem.lines, 100) << "256 vertices of each are too many";
    stage.enter("Cap", "128");
    enter_lines("2097152");
    EXPECT_EQ(curves().problem.lines, 1 << 21);
    stage.enter("Cap", "256");
    EXPECT_EQ(curves().problem.cap, 128);
}

TEST_F(CurvesPanelTest, ColoursAreByParentBlockWhereThereAreSome) {
    curves().engine = curves::EngineKind::scan;
    stage.open(PanelPart::regions);
    stage.click("block");
    EXPECT_EQ(curves().colour, LineColour::vertices) << "scan has none";
    curves().engine = curves::EngineKind::dp;
    stage.frames(2);
    stage.click("block");
    EXPECT_EQ(curves().colour, LineColour::block);
    stage.click("vertices");
    EXPECT_EQ(curves().colour, LineColour::vertices);
}

TEST_F(CurvesPanelTest, ColoursOfARecordedRunAreToldApart) {
    stage.open(PanelPart::regions);
    stage.click("unit");
    EXPECT_EQ(curves().colour, LineColour::unit) << "every engine can be recorded";
    stage.click("start");
    EXPECT_EQ(curves().colour, LineColour::start);
    auto view = std::make_shared<CurvesView>();
    view->plan = curves::Plan{};
    view->legend = {{{1, 2, 3}, "begins first"}, {{4, 5, 6}, "begins last, at 0.3 ms"}};
    stage.seen.tab = view;
    stage.settings.workload = Workload::curves;
    stage.scene = picture_legend;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("begins last, at 0.3 ms"));
}

TEST_F(CurvesPanelTest, MovedPointsArePutBack) {
    stage.click("None");
    EXPECT_TRUE(curves().placed.empty());
    curves().placed = {{3, {0.25F, 0.5F}}, {7, {0, 1}}};
    stage.frames(2);
    stage.click("Put 2 back");
    EXPECT_TRUE(curves().placed.empty());
}

// Whose point it is, and which curves meet there.
TEST_F(CurvesPanelTest, APointUnderTheMouseIsNamed) {
    auto view = std::make_shared<CurvesView>();
    view->plan = curves::Plan{};
    view->lines = std::make_shared<const std::vector<curves::Line>>(std::vector<curves::Line>{
        {{0, 0}, {0.25F, 0.5F}, {0.5F, 0}}, {{0.5F, 0}, {0.75F, 0.5F}, {1, 0}}});
    view->dragging = true;  // the panel does not have the mouse
    stage.seen.tab = view;
    stage.scene = curves_marks;
    for (const auto& [point, name] : {std::pair(0U, "Where curve 0 begins"),
                                      {1U, "Control point of curve 0"},
                                      {2U, "Where curve 0 ends and 1 begins"},
                                      {4U, "Where curve 1 ends"}}) {
        view->hovered = point;
        stage.hover({400, 300});
        stage.frames(2);
        EXPECT_TRUE(stage.reads(name)) << name;
    }
    EXPECT_FALSE(stage.reads("and 2 begins"));
}

class CurvesMeasurementTest : public CurvesPanelTest {
  protected:
    CurvesMeasurementTest() {
        stage.seen.tab = view;
        stage.open(PanelPart::measure);
    }

    bool asked_for_litmuses() const {
        return std::ranges::any_of(stage.commands, [](const Command& command) {
            return is(command, Action::check_frame);
        });
    }

    // The colour of the first text that begins so; 0 if there is none. Longer ones are wrapped.
    ImU32 colour_of(std::string_view begin) const {
        for (const DrawnText& text : stage.texts())
            if (text.text.starts_with(begin)) return text.colour;
        return 0;
    }

    std::shared_ptr<CurvesView> view = std::make_shared<CurvesView>();
};

TEST_F(CurvesMeasurementTest, LitmusTestsHaveTheTextbookBesideToday) {
    EXPECT_TRUE(stage.reads("A thread's write, read by its child"));
    EXPECT_TRUE(stage.reads("textbook"));
    EXPECT_TRUE(stage.reads("explained, not run"));
    EXPECT_TRUE(stage.reads("cudaLimitDevRuntimePendingLaunchCount")) << "in one piece";
    EXPECT_TRUE(stage.reads("Texture memory"));
    for (const DrawnText& text : stage.texts()) EXPECT_FALSE(text.clipped) << text.text;
    stage.click("Run the litmus tests");
    EXPECT_TRUE(asked_for_litmuses());
}

TEST_F(CurvesMeasurementTest, WhereTheyDoNotApplyTheReasonIsShown) {
    view->no_litmus = "there is no GPU";
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Not applicable: there is no GPU."));
    stage.click("Run the litmus tests");
    EXPECT_FALSE(asked_for_litmuses());
}

TEST_F(CurvesMeasurementTest, UntilSomethingIsMeasuredAnH200sFiguresAreShown) {
    EXPECT_TRUE(stage.reads("the results are from one NVIDIA H200"));
    EXPECT_EQ(stage.find("64of64levelsran")->colour, tone::packed(tone::dim));
    view->litmuses = std::make_shared<const MeasuredLitmuses>();
    stage.frames(2);
    EXPECT_FALSE(stage.reads("H200"));
}

TEST_F(CurvesMeasurementTest, WhatWasMeasuredIsShownAndABrokenPromiseStandsOut) {
    std::atomic<int> done = 0;
    auto outcomes = run_all_litmuses(
        [](const curves::LitmusCase& litmus) {
            curves::LitmusCounts counts;
            counts.tried = 100;
            counts.met = litmus.kind == curves::Litmus::fenced_writes  ? 98
                         : litmus.kind == curves::Litmus::loose_writes ? 97
                                                                       : 99;
            counts.violations = litmus.kind == curves::Litmus::fenced_writes ? 2 : 0;
            return counts;
        },
        done);
    view->litmuses = std::make_shared<const MeasuredLitmuses>(MeasuredLitmuses{"a GPU", *outcomes});
    stage.frames(2);
    EXPECT_TRUE(stage.reads("measured on a GPU"));
    EXPECT_EQ(colour_of("98of100"), tone::packed(tone::error));
    EXPECT_TRUE(stage.reads("broken"));
    EXPECT_EQ(colour_of("99of100"), tone::packed(tone::draw));
    EXPECT_EQ(colour_of("97of100"), tone::packed(tone::text)) << "nobody promises it";
}

TEST_F(CurvesMeasurementTest, AMeasurementThatIsUnderWayCanBeStopped) {
    view->measuring = true;
    view->measured_share = 0.25;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("25 %"));
    EXPECT_FALSE(stage.find("Measure all engines"));
    stage.click("Stop");
    ASSERT_FALSE(stage.commands.empty());
    EXPECT_TRUE(is(stage.commands.back(), Action::stop_experiment));
}

TEST_F(CurvesMeasurementTest, EnginesAreComparedWithScan) {
    CurvesMeasurement measurement;
    measurement.device = "a GPU";
    curves::RunStats launched;
    launched.child_launches = 1000;
    launched.vertices = 10'000'000;
    measurement.plan.lines = 4321;
    const FrameEnergy unknown{0, 0, 0, 0, "RAPL", "RAPL: there is none"};
    measurement.engines = {{curves::EngineKind::dp, {2.9, 3, 3.1}, launched, {}, unknown},
                           {curves::EngineKind::scan, {0.9, 1, 1.1}, {}, {}, {}}};
    view->times = std::make_shared<const CurvesMeasurement>(measurement);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("3.00 ms, 3.00 times scan"));
    EXPECT_TRUE(stage.reads("2.90 to 3.10 ms"));
    EXPECT_TRUE(stage.reads("1,000 launches, 2.00 us each more than scan"));
    EXPECT_TRUE(stage.reads("RAPL: there is none"));
    EXPECT_TRUE(stage.reads("4,321 curves on a GPU"));
    measurement.engines[0].energy = FrameEnergy{2, 1, 10, 20, "NVML", ""};
    measurement.engines[0].stats.lost_lines = 17;
    view->times = std::make_shared<const CurvesMeasurement>(measurement);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("17 curves are lost"));
    EXPECT_TRUE(stage.reads("2 J per run, 5 Mcell/J")) << "of the vertices";
    EXPECT_FALSE(stage.reads("us each more than scan")) << "they were less work";
}

TEST_F(CurvesMeasurementTest, AllEnginesAreMeasuredWithTheirEnergyIfThatIsChosen) {
    const auto asked_for_energy = [&] {
        stage.click("Measure all engines");
        const auto* race = std::get_if<command::Race>(&stage.commands.back());
        return race ? std::optional(race->energy) : std::nullopt;
    };
    EXPECT_EQ(asked_for_energy(), false);
    stage.click("Energy");
    EXPECT_EQ(asked_for_energy(), true);
}

}  // namespace
}  // namespace mariani::app
