// The captions of the tour, with the figures of the frame on screen.
#include "app/explore/players.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <variant>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class TourCaptionTest : public testing::Test {
  protected:
    TourCaptionTest() { stage.scene = status_overlay; }

    void show(TourStop stop, bool with_figures) {
        stage.seen.tour = TourView{stop, 0.25, {}};
        if (with_figures) stage.seen.tour->figures = figures;
        stage.frames(3);
    }

    Stage stage;
    TourFigures figures{6, 3244, 1417, 1'000'000, 553'000, 1024, 12.5, {}, 3228};
};

TEST_F(TourCaptionTest, TellsTheFiguresOfTheFrameOnScreen) {
    const auto tells = [&](TourStop stop, std::string_view text) {
        show(stop, true);
        EXPECT_TRUE(stage.reads(text)) << text;
        show(stop, false);
        EXPECT_FALSE(stage.reads(text)) << "before there is one: " << text;
    };
    tells(TourStop::set, "the dwell limit, 1,024");
    tells(TourStop::regions, "1,417 of 3,244 regions");
    tells(TourStop::seahorse, "3,244 of them here, on 6 levels");
    tells(TourStop::outcomes, "55.3 % of these pixels");
    tells(TourStop::launches, "3,228 regions were launched");
    tells(TourStop::exhaustive, "12.5 ms");
}

TEST_F(TourCaptionTest, ComparesEnginesOnlyOnceBothWereSeen) {
    show(TourStop::adaptive, true);
    EXPECT_TRUE(stage.reads("This picture took 12.5 ms."));
    EXPECT_FALSE(stage.reads("with Ex"));
    figures.exhaustive_ms = 87.25;
    show(TourStop::adaptive, true);
    EXPECT_TRUE(stage.reads("The same picture took 12.5 ms; with Ex, 87.2 ms."));
}

TEST_F(TourCaptionTest, SaysWhereItIsAndHowItIsSteered) {
    for (int i = 0; i < tour_stops; ++i) {
        show(static_cast<TourStop>(i), true);
        EXPECT_TRUE(stage.reads(std::to_string(i + 1) + " of 10"));
        const bool last = i + 1 == tour_stops;
        EXPECT_TRUE(stage.reads(last ? "Left: back Esc, Enter or a click: end"
                                     : "Space: pause Right: next Left: back Esc or a click: end"));
    }
    show(TourStop::set, true);
    stage.seen.tour->paused = true;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Space: go on"));
}

TEST_F(TourCaptionTest, NothingMovesFromStopToStop) {
    show(TourStop::set, false);
    const float title = stage.find("1 of 10")->from.y;
    const float keys = stage.find("Left: back")->from.y;
    figures.exhaustive_ms = 87.25;
    for (int i = 0; i < tour_stops; ++i)
        for (const bool with_figures : {false, true}) {
            show(static_cast<TourStop>(i), with_figures);
            EXPECT_EQ(stage.find(std::to_string(i + 1) + " of 10")->from.y, title) << i;
            EXPECT_EQ(stage.find("Left: back")->from.y, keys) << i;
        }
}

TEST_F(TourCaptionTest, TakesThePlaceOfTheOpeningsCard) {
    stage.seen.opening = OpeningFigures{3244, 1'000'000, 553'000, {}};
    stage.scene = [](const PanelContext& context) {
        insets(context);
        status_overlay(context);
    };
    stage.frames(3);
    ASSERT_TRUE(stage.find("How it works"));
    stage.click("Tour");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::start_tour));
    show(TourStop::set, true);
    EXPECT_FALSE(stage.find("How it works"));
}

TEST_F(TourCaptionTest, TheHelpExplainsDpAndShowsItsTimeline) {
    stage.scene = help_window;
    stage.seen.help_shown = true;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Dynamic parallelism lets a GPU give itself work"));
    for (const auto& [label, engine] : {std::pair("Show DP's timeline", EngineKind::dp),
                                        std::pair("Show ASK's timeline", EngineKind::ask)}) {
        stage.settings.timeline_shown = false;
        stage.commands.clear();
        stage.click(label);
        EXPECT_EQ(stage.settings.engine.engine, engine);
        EXPECT_EQ(stage.settings.engine.scheme, Scheme::sbr) << "WPR has none";
        EXPECT_TRUE(stage.settings.timeline_shown);
        ASSERT_EQ(stage.commands.size(), 1u);
        EXPECT_TRUE(is(stage.commands[0], Action::toggle_help)) << "which covers the picture";
    }
}

TEST_F(TourCaptionTest, TheHelpBeginsIt) {
    stage.scene = help_window;
    stage.seen.help_shown = true;
    stage.frames(2);
    stage.click("Take the tour");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::start_tour));
}

}  // namespace
}  // namespace mariani::app
