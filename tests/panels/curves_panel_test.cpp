// The panel of the tab Curves.
#include "app/panels/curves_view.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class CurvesPanelTest : public testing::Test {
  protected:
    CurvesPanelTest() {
        stage.seen = fake_observations();
        stage.settings.workload = Workload::curves;
        stage.frames(2);
    }

    CurvesSettings& curves() { return stage.settings.curves; }

    Stage stage{{1280, 1600}};
};

TEST_F(CurvesPanelTest, TheTabIsBesideTheOthers) {
    stage.click("Gasket");
    EXPECT_EQ(stage.settings.workload, Workload::gasket);
    stage.frames(2);
    stage.click("Curves");
    EXPECT_EQ(stage.settings.workload, Workload::curves);
}

TEST_F(CurvesPanelTest, FieldsTakeWhatIsAllowedAndRefuseTheRest) {
    stage.enter("Tolerance", "2.5");
    EXPECT_EQ(curves().tolerance, 2.5);
    stage.enter("Tolerance", "0");
    EXPECT_EQ(curves().tolerance, 2.5);
    EXPECT_TRUE(stage.reads("Tolerance must be a number from 0.01 to 1000"));
    stage.enter("Seed", "12");
    EXPECT_EQ(curves().seed, 12U);
}

TEST_F(CurvesPanelTest, ACountByCurvatureHasAFactor) {
    stage.click("curvature");
    EXPECT_EQ(curves().factor, 16.0);
    stage.frames(2);
    stage.enter("Factor", "20");
    EXPECT_EQ(curves().factor, 20.0);
    stage.click("tolerance");
    EXPECT_EQ(curves().factor, std::nullopt);
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
    curves().engine = curves::EngineKind::dp;
    stage.seen.curves = view;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("221,234"));
    EXPECT_TRUE(stage.reads("1,234 of 2,048"));
    EXPECT_TRUE(stage.reads("9,000"));
    EXPECT_TRUE(stage.reads("1,000"));
}

}  // namespace
}  // namespace mariani::app
