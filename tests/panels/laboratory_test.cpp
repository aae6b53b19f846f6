#include "tests/files/subdivision_of.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

MeasuredRuns runs(EngineKind engine, double ms) {
    MeasuredRuns made{{0.9 * ms, ms, 1.2 * ms}, fake_frame(engine).stats};
    made.stats.compute_ms = ms;
    return made;
}

ModelMeasurement fake_measurement() {
    ModelMeasurement model;
    model.plan = fake_frame().plan;
    model.plan.backend = Backend::cpu;
    model.plan.precision = Precision::f64;
    model.parallelism = {2, 8};
    model.repeats = 5;
    model.ex = runs(EngineKind::ex, 40);
    model.sbr = runs(EngineKind::ask, 14);
    model.mbr = runs(EngineKind::ask, 16);
    model.bare = runs(EngineKind::ask, 0.2);
    model.bare_plan = model.plan;
    return model;
}

class LaboratoryPanelsTest : public testing::Test {
  protected:
    LaboratoryPanelsTest() {
        stage.seen = fake_observations();
        stage.seen.laboratory_shown = true;
        stage.scene = laboratory_window;
        stage.frames(3);
    }

    Stage stage{{1280, 1200}};
};

TEST_F(LaboratoryPanelsTest, ShowsTheModelsParametersOfTheFrame) {
    EXPECT_TRUE(stage.reads("root of 880 x 800 pixels"));
    EXPECT_TRUE(stage.reads("839"));    // n
    EXPECT_TRUE(stage.reads("0.699"));  // P: (15 + 46 + 132 + 358) / (16 + 60 + 184 + 528)
    EXPECT_TRUE(stage.reads("94 77 72 68 %"));
    EXPECT_TRUE(stage.reads("assumed: Measure fits it"));
    stage.click("limit");
    stage.frames(2);
    EXPECT_TRUE(stage.reads("the dwell limit"));
    EXPECT_EQ(stage.state.model.A, MeanOrLimit::limit);
}

TEST_F(LaboratoryPanelsTest, SaysWhereTheModelSaysNothing) {
    auto frame = fake_frame();
    frame.plan.subdivision.B = 4096;
    stage.seen.frame = std::make_shared<Frame>(frame);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("the model needs g B <= n"));
}

TEST_F(LaboratoryPanelsTest, ShowsPredictionBesideMeasurement) {
    stage.click("Measure");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::measure_model));
    stage.seen.laboratory.model = std::make_shared<ModelMeasurement>(fake_measurement());
    stage.frames(3);
    EXPECT_TRUE(stage.reads("36.0..48.0"));  // Ex
    EXPECT_TRUE(stage.reads("SBR took"));
    EXPECT_TRUE(stage.reads("MBR is predicted"));
    EXPECT_TRUE(stage.reads("took 14 % more"));  // 16 ms to 14 ms
    EXPECT_TRUE(stage.reads("fitted to the measured cost of a subdivision"));
}

// A view entirely outside |c| = 2: every region was filled, and no pixel iterated.
EngineStats nothing_done(EngineStats stats) {
    stats.levels.resize(1);
    stats.levels[0].iterations = stats.levels[0].leaf_iterations = 0;
    return stats;
}

TEST_F(LaboratoryPanelsTest, SaysWhyTheModelPredictsNothingWhereNothingIsIterated) {
    auto frame = fake_frame();
    frame.stats = nothing_done(frame.stats);
    stage.seen.frame = std::make_shared<Frame>(frame);
    auto measured = fake_measurement();
    for (auto* runs : {&measured.ex, &measured.sbr, &measured.mbr})
        runs->stats = nothing_done(runs->stats);
    stage.seen.laboratory.model = std::make_shared<ModelMeasurement>(measured);
    for (const char* A : {"mean", "limit"}) {
        stage.click(A);
        stage.frames(3);
        EXPECT_TRUE(stage.reads("The model predicts nothing here: |c| is 2 or more")) << A;
        EXPECT_FALSE(stage.reads("SBR took")) << A;
    }
}

// Dwells of 40 x 30 pixels, all inside except two.
Field two_values(std::uint32_t dwell) {
    std::vector<std::uint32_t> dwells(1200, 512);
    dwells[45] = dwells[900] = dwell;
    return field_of({0, 0, 40, 30}, std::move(dwells));
}

FrameCheck fake_check() {
    FrameCheck check;
    check.plan.image = {40, 30};
    check.plan.part = whole(check.plan.image);
    check.plan.engine = EngineKind::ask;
    check.stats.compute_ms = 1.5;
    check.ex.compute_ms = 7;
    check.shown = two_values(512);
    check.right = two_values(99);
    Region region;
    region.rect = {0, 0, 10, 8};
    region.level = 3;
    region.outcome = Outcome::filled;
    check.wrong = {{5, 1, 512, 99, region}, {20, 22, 512, 431, region}};
    return check;
}

TEST_F(LaboratoryPanelsTest, ChecksAndStepsFromOneWrongPixelToTheNext) {
    stage.click("Check");
    stage.frames(2);
    stage.click(stage.value_of("The engine")->middle());
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::check_frame));
    stage.seen.laboratory.check = std::make_shared<FrameCheck>(fake_check());
    stage.frames(3);
    EXPECT_TRUE(stage.reads("2 of 1,200 pixels are wrong, in 1 filled regions"));
    EXPECT_TRUE(stage.reads("1 of 2"));
    EXPECT_TRUE(stage.reads("level 3, 10 x 8 at 0, 0"));
    stage.click("Next");
    stage.frames(2);
    EXPECT_EQ(stage.state.check.selected, 1u);
    stage.click("Next");
    stage.frames(2);
    EXPECT_EQ(stage.state.check.selected, 0u);
    stage.click("Previous");
    stage.frames(2);
    EXPECT_TRUE(stage.reads("2 of 2"));
}

TEST_F(LaboratoryPanelsTest, SaysWhatIsKnownOfThePicture) {
    stage.click("Check");
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Nothing is verified yet."));
    stage.seen.exactness = {Exactness::proving, 0.25};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("proving 25 %"));
    stage.seen.exactness = {Exactness::proven, 1};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Each dwell is proven exact for its point."));
}

SweepResult fake_sweep() {
    SweepResult sweep;
    sweep.subject.device = "AMD EPYC 9R14, 2 threads, AVX-512";
    sweep.subject.plan = fake_frame().plan;
    sweep.subject.plan.engine = EngineKind::ask;
    sweep.subject.ex_ms = {9.5, 10, 12};
    for (const int r : {2, 4})
        for (const int g : {2, 4, 8, 16, 32, 64})
            for (const int B : {4, 8, 16})
                sweep.rows.push_back(
                    {{{g, r, B}, {16, 16}}, 3, {1, 2.0 + 0.125 * g / B, 9}, 10, 5, 6, 7});
    return sweep;
}

TEST_F(LaboratoryPanelsTest, DrawsTheCurvesOfASweepBesideTheModels) {
    auto sweep = fake_sweep();
    sweep.subject.plan.shortcuts = false;
    stage.seen.laboratory.sweep = std::make_shared<SweepResult>(sweep);
    stage.click("Landscape");
    stage.frames(3);
    EXPECT_TRUE(stage.reads("S against g"));
    EXPECT_TRUE(stage.reads("S against B"));
    EXPECT_TRUE(stage.reads("add the prediction for this view"));
    auto model = fake_measurement();
    model.plan.backend = sweep.subject.plan.backend;
    stage.seen.laboratory.model = std::make_shared<ModelMeasurement>(model);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("The model uses P, A and lambda from the last Measure"));
    EXPECT_TRUE(stage.find("model") && stage.find("measured")) << "a legend";
    stage.click("Save as experiment");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::export_sweep));
    sweep.subject.plan.shortcuts = true;
    stage.seen.laboratory.sweep = std::make_shared<SweepResult>(sweep);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("The model does not cover shortcuts"));
}

TEST_F(LaboratoryPanelsTest, SweepsTheGridThatIsTyped) {
    stage.click("Landscape");
    stage.frames(2);
    stage.enter("g", "2..8");
    stage.enter("B", "x");
    stage.frames(2);
    EXPECT_TRUE(stage.reads("B is \"x\": it must be whole numbers from 1 to 65536"));
    stage.enter("B", "4,8");
    stage.frames(2);
    stage.click("Sweep 12 cells");
    ASSERT_EQ(stage.commands.size(), 1u);
    const auto* sweep = std::get_if<command::Sweep>(&stage.commands[0]);
    ASSERT_TRUE(sweep);
    EXPECT_EQ(sweep->g + " " + sweep->r + " " + sweep->B, "2..8 2,4 4,8");
    stage.click("Auto-tune, 10 s at most");
    ASSERT_EQ(stage.commands.size(), 2u);
    EXPECT_TRUE(is(stage.commands[1], Action::tune));
}

TEST_F(LaboratoryPanelsTest, AClickOnTheHeatMapUsesTheCell) {
    stage.click("Landscape");
    stage.seen.laboratory.sweep = std::make_shared<SweepResult>(fake_sweep());
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Best of 36: g 2 r 2 B 16, 4.96 x as fast as Ex"));  // 10 / 2.015625
    stage.settings.engine.engine = std::nullopt;
    const auto cell = stage.find("2.50~");  // g 64, B 4: 10 / 4
    ASSERT_TRUE(cell);
    stage.hover(cell->middle());
    stage.frames(3);
    EXPECT_TRUE(stage.reads("g 64 r 2 B 4, block 16x16"));
    stage.click(cell->middle());
    EXPECT_EQ(subdivision_of(stage.settings.engine), (SubdivisionParams{64, 2, 4}));
    EXPECT_EQ(stage.settings.engine.engine, EngineKind::ask);
    stage.click("Use the best");
    EXPECT_EQ(subdivision_of(stage.settings.engine), (SubdivisionParams{2, 2, 16}));
}

TEST_F(LaboratoryPanelsTest, WhatWasFoundIsUsedWithTheEngineAndSchemeThatItWasFoundFor) {
    auto sweep = fake_sweep();
    sweep.subject.plan.scheme = Scheme::wpr;
    sweep.subject.plan.backend = Backend::cuda;
    stage.seen.laboratory.sweep = std::make_shared<SweepResult>(sweep);
    stage.click("Landscape");
    stage.frames(3);
    auto& engine = stage.settings.engine;
    for (const std::string way : {"2.50~", "Use the best"}) {
        engine.engine = EngineKind::dp;
        engine.scheme = Scheme::mbr;
        engine.backend = Backend::cpu;
        stage.click(way);
        EXPECT_EQ(engine.engine, EngineKind::ask) << way;
        EXPECT_EQ(engine.scheme, Scheme::wpr) << way;
        EXPECT_EQ(engine.backend, Backend::cuda) << way << ": the other one has no WPR";
    }
}

TEST_F(LaboratoryPanelsTest, AnExperimentUnderWayCanBeStopped) {
    stage.seen.laboratory.doing = "Measuring Ex, SBR and MBR";
    stage.seen.laboratory.progress = 0.42;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Measuring Ex, SBR and MBR: 42 %"));
    const auto below = stage.find("Landscape")->from.y;
    stage.click("Stop");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::stop_experiment));
    stage.seen.laboratory.doing = "Searching, 7 measured";
    stage.seen.laboratory.progress.reset();
    stage.frames(2);
    EXPECT_TRUE(stage.find("Searching, 7 measured")) << "nobody knows of how many";
    stage.seen.laboratory.doing.clear();
    stage.frames(2);
    EXPECT_EQ(stage.find("Landscape")->from.y, below) << "what is below stays in its place";
    EXPECT_TRUE(stage.reads("No experiment is running"));
    stage.commands.clear();
    stage.click("Stop");
    EXPECT_TRUE(stage.commands.empty()) << "there is nothing to stop";
}

TEST_F(LaboratoryPanelsTest, AFailureIsToldInItsOwnTabAlone) {
    stage.seen.laboratory.error = "the engine broke";
    stage.seen.laboratory.place = ExperimentPlace::landscape;
    for (const LaboratoryTab& tab : laboratory_tabs()) {
        stage.click(tab.title);
        stage.frames(3);
        EXPECT_EQ(stage.reads("the engine broke"), std::string_view(tab.title) == "Landscape")
            << tab.title;
    }
    stage.seen.laboratory.place = ExperimentPlace::energy;
    stage.show(timings_panel);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("the engine broke"));
}

TEST_F(LaboratoryPanelsTest, ClipsNothingInSmallWindowsAndAtAnyScale) {
    for (const auto& [size, scale] :
         {std::pair{ImVec2{1440, 900}, 1.0f}, std::pair{ImVec2{640, 480}, 1.0f},
          std::pair{ImVec2{2880, 1800}, 2.0f}}) {
        Stage small(size, scale);
        small.seen = fake_observations();
        small.seen.laboratory_shown = true;
        small.seen.laboratory.model = std::make_shared<ModelMeasurement>(fake_measurement());
        small.seen.laboratory.sweep = std::make_shared<SweepResult>(fake_sweep());
        small.seen.laboratory.check = std::make_shared<FrameCheck>(fake_check());
        small.scene = laboratory_window;
        for (const char* tab : {"Model", "Landscape", "Check"}) {
            small.frames(2);
            small.click(tab);
            small.frames(4);
            EXPECT_GT(small.texts().size(), 20u) << tab;
            for (const auto& text : small.texts())
                EXPECT_FALSE(text.clipped) << tab << " at " << size.x << ": " << text.text;
        }
    }
}

}  // namespace
}  // namespace mariani::app
