// Every tab opens with its point: a sentence, and a button that shows it.
#include "app/panels/panel_style.hpp"
#include "app/panels/tab.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/settings/points_settings.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/curves/view.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class IntroductionTest : public testing::Test {
  protected:
    IntroductionTest() { stage.seen = fake_observations(); }

    void open(Workload workload) {
        stage.settings.workload = workload;
        stage.commands.clear();
        stage.frames(3);
    }
    bool was_commanded(Action action) const {
        return std::ranges::any_of(stage.commands,
                                   [&](const Command& each) { return is(each, action); });
    }
    // The button sets the picture up, and is then one that moves it.
    void expect_set_up(const char* label, const char* then, Action move) {
        stage.click(label);
        EXPECT_TRUE(stage.commands.empty()) << label;
        stage.frames(2);
        EXPECT_FALSE(stage.find(label));
        stage.click(then);
        EXPECT_TRUE(was_commanded(move)) << then;
    }

    Stage stage{{1280, 2000}};
};

TEST_F(IntroductionTest, EveryPartOfATabBeginsWithOneOutlinedButton) {
    for (const Tab* tab : stage.context().tabs)
        for (const PanelPart part : {PanelPart::explore, PanelPart::regions, PanelPart::measure}) {
            SCOPED_TRACE(tab->label);
            SCOPED_TRACE(static_cast<int>(part));
            stage.settings.panel_part = part;
            open(tab->workload);
            const auto section = std::ranges::find(tab->sections, part, &Section::part);
            const auto outlines = stage.shapes(tone::underline);
            const auto texts = stage.texts();  // the tab may have its first section's name
            const auto first = std::ranges::find(texts.rbegin(), texts.rend(),
                                                 without_blanks(section->title), &DrawnText::text);
            ASSERT_NE(first, texts.rend());
            const auto buttons = std::ranges::count_if(outlines, [&](const DrawnShape& shape) {
                return shape.height() > 15 && shape.width() > 300 && shape.to.y < first->from.y;
            });
            EXPECT_EQ(buttons, 1);
        }
}

TEST_F(IntroductionTest, TheMandelbrotSetsTellsWhatThePictureSaved) {
    Frame frame = *stage.seen.frame;
    frame.stats.levels.back().pixels_filled = pixel_count(frame.plan.part) / 4;
    stage.seen.frame = std::make_shared<Frame>(frame);
    open(Workload::mandelbrot);
    EXPECT_TRUE(stage.reads("25.0 % of these pixels were filled, not computed:"));
    stage.click("Play the subdivision");
    EXPECT_TRUE(was_commanded(Action::play_subdivision));
    frame.plan.engine = EngineKind::ex;
    stage.seen.frame = std::make_shared<Frame>(frame);
    stage.frames(2);
    stage.click("Subdivide the picture");
    EXPECT_EQ(stage.settings.engine.engine, EngineKind::ask);
}

TEST_F(IntroductionTest, ThePointsAreFewEnoughToBeSeenMoving) {
    stage.settings.points->problem.count = 100'000;
    stage.settings.points->strips = false;
    open(Workload::points);
    expect_set_up("Show with 40 points", "Move the points level by level",
                  Action::play_subdivision);
    EXPECT_EQ(stage.settings.points->problem.count, 40);
    EXPECT_TRUE(stage.settings.points->strips);
}

TEST_F(IntroductionTest, TheTriangleShowsTheBlocksThatAreIdle) {
    auto& triangle = *stage.settings.triangle;
    triangle.map = triangle::MapKind::rb;
    triangle.coverage = true;
    open(Workload::triangle);
    expect_set_up("Show the idle blocks", "Play the run of BB", Action::play_subdivision);
    EXPECT_EQ(triangle.map, triangle::MapKind::bb);
    EXPECT_EQ(triangle.colour, BlockColour::use);
    EXPECT_FALSE(triangle.coverage);
}

TEST_F(IntroductionTest, TheGasketShowsTheCellsBesideTheBox) {
    stage.settings.insets.rectangle = false;
    stage.settings.gasket->coverage = true;
    open(Workload::gasket);
    EXPECT_TRUE(stage.reads("3.2 % of this fractal's box is cells")) << "(3/4)^12";
    expect_set_up("Show the cells without holes", "Play Life", Action::play_pause);
    EXPECT_TRUE(stage.settings.insets.rectangle);
    EXPECT_FALSE(stage.settings.gasket->coverage);
}

TEST_F(IntroductionTest, TheCurvesAreFewEnoughToHaveDots) {
    auto& settings = *stage.settings.curves;
    settings.problem.lines = 5000;
    open(Workload::curves);
    expect_set_up("Show 100 curves by DP", "Bend the curves", Action::play_pause);
    EXPECT_EQ(settings.problem.lines, 100);
    settings.engine = curves::EngineKind::scan;
    open(Workload::curves);
    expect_set_up("Show 100 curves by DP", "Bend the curves", Action::play_pause);
    EXPECT_EQ(settings.engine, curves::EngineKind::dp);
}

TEST_F(IntroductionTest, TheCurvesTellWhatLaunchesDid) {
    EXPECT_EQ(stage.settings.curves->engine, curves::EngineKind::dp) << "the tab opens with it";
    auto view = std::make_shared<CurvesView>();
    view->plan = curves::Plan{};
    view->plan->engine = curves::EngineKind::dp;
    view->plan->backend = Backend::cuda;
    view->stats.child_launches = 100;
    view->stats.vertices = 1234;
    stage.seen.tab = view;
    open(Workload::curves);
    EXPECT_TRUE(stage.reads("launch that work itself: 100 launches placed these 1,234 vertices."));
    view->plan->backend = Backend::cpu;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("100 launches, here tasks of the processor, placed these"));
    view->plan->engine = curves::EngineKind::scan;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("launch that work itself."));
}

TEST_F(IntroductionTest, TheVolumeIsOneThatTurns) {
    auto& volume = *stage.settings.volume;
    volume.problem.axes = 2;
    volume.engine = volume::EngineKind::ex;
    volume.backend = Backend::cpu;
    open(Workload::volume);
    expect_set_up("Show the Julibrot in 3D", "Turn w", Action::play_pause);
    EXPECT_EQ(volume.problem.axes, 3);
    EXPECT_EQ(volume.engine, volume::EngineKind::ask);
}

TEST_F(IntroductionTest, DetailsAreFoldedUntilSomebodyUnfoldsThem) {
    open(Workload::points);
    stage.open(PanelPart::regions);
    EXPECT_FALSE(stage.find("Pool"));
    stage.click("Details");
    stage.frames(2);
    EXPECT_TRUE(stage.find("Pool"));
    EXPECT_TRUE(stage.settings.sections["points_engine_details"]);
    stage.click("Details");
    stage.frames(2);
    EXPECT_FALSE(stage.find("Pool"));
    EXPECT_FALSE(stage.settings.sections["points_engine_details"]);
}

}  // namespace
}  // namespace mariani::app
