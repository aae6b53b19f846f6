// What is shown of an earlier request is dim and says so.
#include "app/panels/panel_style.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/view.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class PreviousPictureTest : public testing::Test {
  protected:
    PreviousPictureTest() {
        stage.seen = fake_observations();
        stage.settings.workload = Workload::points;
        auto view = std::make_shared<PointsView>();
        view->plan = points::Plan{};
        view->stats.compute_ms = 2;
        view->stats.nodes = 21;
        view->levels = {{1, 1, 0}, {4, 0, 40}};
        view->legend = level_entries(2);
        stage.seen.tab = view;
        stage.scene = [](const PanelContext& context) {
            picture_legend(context);
            status_bar(context);
            side_panel(context);
        };
        stage.frames(3);
    }

    void compute_another_for(double ms) {
        stage.seen.computing = stage.seen.figures_old = true;
        stage.seen.computing_for_ms = ms;
        stage.frames(3);
    }
    ImU32 opacity_of(const char* text) const {
        const auto found = stage.find(text);
        return found ? found->colour >> IM_COL32_A_SHIFT : 0;
    }
    void expect_said(bool said) {
        EXPECT_EQ(stage.reads("previous: linear on CPU, 2.00 ms"), said) << "the status bar";
        const auto legend = stage.find("level 0");
        ASSERT_TRUE(legend);
        const auto is_its_title = [&](const DrawnText& text) {
            return text.text == "previouspicture" && text.to.y <= legend->from.y &&
                   text.from.x < 200;
        };
        EXPECT_EQ(std::ranges::any_of(stage.texts(), is_its_title), said) << "the legend";
        EXPECT_EQ(opacity_of("level 0") < 200, said);
        EXPECT_EQ(opacity_of("Tree built in") < 200, said) << "the panel's figures";
        EXPECT_GT(opacity_of("Min"), 200u) << "a setting is what is asked for";
    }

    Stage stage{{1280, 2000}};
};

TEST_F(PreviousPictureTest, NothingIsSaidOfThePictureThatIsAskedFor) {
    expect_said(false);
    compute_another_for(100);
    expect_said(false);
}

TEST_F(PreviousPictureTest, AnEarlierOneIsDimAndNamedEverywhereAndNothingMoves) {
    const auto place = [&](const char* text) { return stage.find(text)->from.y; };
    const float row = place("Radius");
    compute_another_for(1000);
    expect_said(true);
    EXPECT_EQ(place("Radius"), row);
    stage.seen.computing = stage.seen.figures_old = false;
    stage.frames(3);
    expect_said(false);
    stage.seen.stopped = true;
    stage.frames(3);
    expect_said(true);
}

TEST_F(PreviousPictureTest, TitlesWhoseFiguresAreOfItNameItToo) {
    stage.open(PanelPart::regions);
    EXPECT_EQ(stage.value_of("Levels")->text, "21nodes");
    compute_another_for(1000);
    EXPECT_EQ(stage.value_of("Levels")->text, "previouspicture");
    EXPECT_EQ(stage.value_of("Engine")->text, "linear") << "that is chosen";
}

TEST_F(PreviousPictureTest, SoAreTheMandelbrotSetsFigures) {
    stage.settings.workload = Workload::mandelbrot;
    stage.settings.overlay.shown = true;
    stage.seen.tab.reset();
    stage.open(PanelPart::regions);
    EXPECT_GT(opacity_of("leaves"), 150u);
    compute_another_for(1000);
    EXPECT_EQ(stage.value_of("Region grid")->text, "previouspicture");
    EXPECT_LT(opacity_of("leaves"), 150u);
    EXPECT_TRUE(stage.reads("previous: ASK on CPU"));
}

}  // namespace
}  // namespace mariani::app
