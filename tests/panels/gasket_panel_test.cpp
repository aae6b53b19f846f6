// The panel of the tab Gasket.
#include "app/panels/gasket_view.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class GasketPanelTest : public testing::Test {
  protected:
    GasketPanelTest() {
        stage.seen = fake_observations();
        stage.settings.workload = Workload::gasket;
        stage.frames(2);
    }

    GasketSettings& gasket() { return stage.settings.gasket; }

    // A view of the settings' first state.
    std::shared_ptr<GasketView> view() {
        std::atomic<double> progress;
        GasketLife life;
        life.begin({gasket().fractal, gasket().level, 0.5F, 1, 0, 0}, {}, progress);
        GasketMeans means;
        means.backend = Backend::cpu;
        life.go_by(means);
        auto view = std::make_shared<GasketView>();
        view->moment = std::make_shared<const GasketMoment>(life.moment(true));
        for (const auto& each : choices<gasket::EngineKind>())
            view->engines.push_back(
                {each.value, gasket_refusal(view->moment->problem, means, each.value)});
        return view;
    }

    // Of that engine, with a count after each of the first steps.
    std::shared_ptr<GasketView> after(int level, gasket::EngineKind engine, int steps) {
        std::atomic<double> progress;
        GasketLife life;
        life.begin({"gasket", level, 0.5F, 1, 0, 0}, {}, progress);
        GasketMeans means;
        means.backend = Backend::cpu;
        means.engine = engine;
        life.go_by(means);
        auto view = std::make_shared<GasketView>();
        view->moment = std::make_shared<const GasketMoment>(life.moment(false));
        for (int step = 0; step < steps; ++step) {
            life.advance(1, {});
            view->moment = std::make_shared<const GasketMoment>(life.moment(false));
        }
        return view;
    }

    Stage stage{{1280, 1600}};
};

TEST_F(GasketPanelTest, TheTabIsBesideTheOthers) {
    stage.click("Triangle");
    EXPECT_EQ(stage.settings.workload, Workload::triangle);
    stage.frames(2);
    stage.click("Gasket");
    EXPECT_EQ(stage.settings.workload, Workload::gasket);
}

TEST_F(GasketPanelTest, FieldsTakeWhatIsAllowedAndRefuseTheRest) {
    stage.enter("r level", "9");
    EXPECT_EQ(gasket().level, 9);
    stage.enter("r level", "21");
    EXPECT_EQ(gasket().level, 9);
    EXPECT_TRUE(stage.reads("r is 21: it must be a whole number from 0 to 20"));
    stage.enter("B/S rule", "B36/S23");
    EXPECT_EQ(gasket().rule, "B36/S23");
    stage.enter("B/S rule", "Conway");
    EXPECT_EQ(gasket().rule, "B36/S23");
    stage.enter("Density", "0.25");
    EXPECT_EQ(gasket().density, 0.25);
    stage.enter("Density", "1.5");
    EXPECT_EQ(gasket().density, 0.25);
    stage.enter("Seed", "12");
    EXPECT_EQ(gasket().seed, 12u);
    stage.enter("Speed", "max");
    EXPECT_EQ(gasket().speed, std::nullopt);
    stage.enter("Speed", "30");
    EXPECT_EQ(gasket().speed, 30);
    stage.enter("Speed", "0");
    EXPECT_EQ(gasket().speed, 30);
    stage.enter("t tile", "5");
    EXPECT_EQ(gasket().tile, 5);
    stage.enter("d fuse", "8");
    EXPECT_EQ(gasket().fuse, 1);
    stage.click("B3/S23");
    EXPECT_EQ(gasket().rule, "B3/S23");
}

TEST_F(GasketPanelTest, AnotherBeginningHasNoStepsBeforeIt) {
    gasket().steps = 300;
    gasket().height = 5;
    stage.frames(2);
    stage.enter("Seed", "3");
    EXPECT_EQ(gasket().steps, 0);
    EXPECT_EQ(gasket().height, 5);
    gasket().steps = 300;
    stage.enter("r level", "8");
    EXPECT_EQ(gasket().steps, 0);
    EXPECT_EQ(gasket().height, std::nullopt);
}

TEST_F(GasketPanelTest, AFractalOfSmallerLevelsTakesTheHighestItCan) {
    gasket().level = 20;
    stage.frames(2);
    stage.click("gasket");
    stage.frames(2);
    stage.click("carpet");
    EXPECT_EQ(gasket().fractal, "carpet");
    EXPECT_EQ(gasket().level, max_level(*gasket::find_fractal("carpet")));
    EXPECT_FALSE(why_invalid(gasket()));
}

TEST_F(GasketPanelTest, ButtonsAskForWhatKeysAskFor) {
    stage.click("Pause");
    stage.click("Step");
    stage.click("Begin anew");
    ASSERT_EQ(stage.commands.size(), 3u);
    EXPECT_TRUE(std::holds_alternative<command::PlayPause>(stage.commands[0]));
    EXPECT_TRUE(std::holds_alternative<command::StepOnce>(stage.commands[1]));
    EXPECT_TRUE(std::holds_alternative<command::RecomputeFrame>(stage.commands[2]));
    gasket().running = false;
    stage.frames(2);
    EXPECT_TRUE(stage.find("Play"));
}

TEST_F(GasketPanelTest, WhatIsSeenIsSaidInASentence) {
    gasket().level = 3;
    stage.seen.gasket = view();
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Life by B2/S23 on the fractal gasket of level 3, after 0 steps: "));
    EXPECT_EQ(stage.line_of("Steps").front(), "0");
}

// 3^9 cells in a box of 512 x 512: by blocks of 16 x 16, of which there are 3^5, both states take
// 2 * 3^5 * 256 bytes, and in the box 2 * 2^18.
TEST_F(GasketPanelTest, MemoryStandsBesideThatOfTheBox) {
    stage.seen.gasket = after(9, gasket::EngineKind::table, 3);
    stage.frames(3);
    EXPECT_EQ(stage.line_of("Memory"), (std::vector<std::string>{"124kB", "box524kB,4.21x"}));
}

TEST_F(GasketPanelTest, ThePopulationIsDrawnOverTheSteps) {
    stage.seen.gasket = after(9, gasket::EngineKind::table, 3);
    const auto& counts = stage.seen.gasket->moment->counts;
    ASSERT_EQ(counts.size(), 4u);
    stage.frames(3);
    // Half of the cells are alive at first, and never more: the next short number is 60.
    EXPECT_TRUE(stage.reads("60.0 %"));
}

TEST_F(GasketPanelTest, AnEngineThatDoesNotFitCannotBeChosen) {
    gasket().fractal = "carpet";
    gasket().level = 2;
    stage.seen.gasket = view();
    stage.frames(3);
    stage.click("auto");  // the first is the engine's
    stage.frames(2);
    stage.click("bits");
    EXPECT_EQ(gasket().engine, std::nullopt);
    stage.click("table");
    EXPECT_EQ(gasket().engine, gasket::EngineKind::table);
}

}  // namespace
}  // namespace mariani::app
