// Every figure of the panels View, Regions and Colour and of the region under the mouse, compared
// with values worked out by hand.
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "compute/model/suited.hpp"
#include "tests/model/many_digits.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Line = std::vector<std::string>;

class ViewPanelTest : public testing::Test {
  protected:
    ViewPanelTest() {
        stage.settings.view = {{-1.25, 0.375}, 0.0625};
        stage.seen.frame = std::make_shared<Frame>(fake_frame());
        stage.seen.cursor = PlanePoint{-1.2625, 0.36328125};
        stage.seen.cursor_dwell = {417, 512};
        stage.show(view_panel, 700);
        stage.frames(2);
    }

    Stage stage;
};

TEST_F(ViewPanelTest, EachNumberOfTheViewStandsAtItsName) {
    EXPECT_EQ(stage.line_of("Centre re"), Line{"-1.25"});
    EXPECT_EQ(stage.line_of("Centre im"), Line{"0.375"});
    EXPECT_EQ(stage.line_of("Height"), Line{"0.0625"});
}

TEST_F(ViewPanelTest, ACentreWithTooFewDigitsForItsHeightIsToldOf) {
    EXPECT_FALSE(stage.find("Digits"));
    stage.settings.view = deep_view(50);
    stage.frames(2);
    EXPECT_FALSE(stage.find("Digits"));
    stage.settings.view.height = 2.5e-90;
    stage.frames(2);
    EXPECT_EQ(stage.line_of("Digits"), Line{"57of93"});
    stage.settings.view.centre = {-2, 0};
    stage.frames(2);
    EXPECT_FALSE(stage.find("Digits")) << "as exact as can be";
}

TEST_F(ViewPanelTest, ALongNumberShowsItsExponent) {
    stage.settings.view.centre.re = *parse_coordinate("-4." + std::string(120, '7') + "e-128");
    stage.frames(2);
    const std::string shown = stage.value_of("Centre re")->text;
    EXPECT_TRUE(shown.starts_with("-4.777") && shown.find("...") != shown.npos) << shown;
    EXPECT_TRUE(shown.ends_with("e-128")) << shown;
}

TEST_F(ViewPanelTest, NoMinibrotIsToldOfInAJuliaSet) {
    const View& view = stage.settings.view;
    stage.seen.minibrot = Minibrot{};
    stage.seen.minibrot->centre = view.centre;
    stage.seen.minibrot->period = 6;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("period 6"));
    stage.settings.view.julia = PlanePoint{0, 0};
    stage.frames(2);
    EXPECT_FALSE(stage.reads("period 6"));
}

TEST_F(ViewPanelTest, EachFieldLeadsToItsOwnNumber) {
    stage.enter("Centre re", "-0.5");
    stage.enter("Centre im", "0.25");
    stage.enter("Height", "3");
    ASSERT_EQ(stage.commands.size(), 3u);
    const auto view = [&](std::size_t i) {
        return std::get<command::GoTo>(stage.commands[i]).view;
    };
    EXPECT_EQ(view(0), (View{{-0.5, 0.375}, 0.0625}));
    EXPECT_EQ(view(1), (View{{-1.25, 0.25}, 0.0625}));
    EXPECT_EQ(view(2), (View{{-1.25, 0.375}, 3}));
}

// As pages write it, in either field.
TEST_F(ViewPanelTest, AFieldOfTheCentreTakesAWholePoint) {
    stage.enter("Centre re", "-0.74 + 0.13i");
    stage.enter("Centre im",
                "\xE2\x88\x92"
                "0.5,0.25");
    stage.enter("Centre im",
                "\xE2\x88\x92"
                "2e-10");
    ASSERT_EQ(stage.commands.size(), 3u);
    const auto view = [&](std::size_t i) {
        return std::get<command::GoTo>(stage.commands[i]).view;
    };
    EXPECT_EQ(view(0), (View{{-0.74, 0.13}, 0.0625}));
    EXPECT_EQ(view(1), (View{{-0.5, 0.25}, 0.0625}));
    EXPECT_EQ(view(2), (View{{-1.25, -2e-10}, 0.0625}));
}

TEST_F(ViewPanelTest, ACentreWithMoreDigitsThanAreKeptIsRefusedWithTheLimit) {
    stage.enter("Centre re", "1e-100063");
    EXPECT_TRUE(stage.commands.empty());
    EXPECT_TRUE(stage.reads("with at most 100062 digits after its point"));
}

// Julia sets end there; for the Mandelbrot set all heights are taken that may be held.
TEST_F(ViewPanelTest, AHeightBelowWhatDoublesSeparateIsRefusedWithTheLimit) {
    stage.seen.picture = {1000, 1000};
    stage.enter("Height", "1e-300");
    ASSERT_EQ(stage.commands.size(), 1u);
    stage.commands.clear();
    stage.settings.view.julia = PlanePoint{-0.8, 0.156};
    stage.frames(2);
    stage.enter("Height", "1e-300");
    EXPECT_TRUE(stage.commands.empty());
    EXPECT_TRUE(stage.reads("the view's height is 1e-300: it must be at least 1.2e-12 here"));
    EXPECT_TRUE(stage.reads("as Julia sets are limited to double precision (f64)"));
    stage.enter("Height", "1.2e-12");
    ASSERT_EQ(stage.commands.size(), 1u);
    const View& deepest = std::get<command::GoTo>(stage.commands[0]).view;
    EXPECT_FALSE(double_exhausted(deepest, stage.seen.picture));
}

TEST_F(ViewPanelTest, BeyondDoublesThereIsNoOrbitToSwitchOn) {
    stage.seen.picture = {1000, 1000};
    stage.frames(2);
    const char* why = "Orbits are not available in deep zoom.";
    EXPECT_FALSE(stage.reads(why));
    stage.click("Orbit");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::toggle_orbit));
    stage.seen.view.height = 1e-30;
    stage.frames(2);
    EXPECT_TRUE(stage.reads(why));
    stage.click("Orbit");
    EXPECT_EQ(stage.commands.size(), 1u);
}

TEST_F(ViewPanelTest, EachButtonDoesWhatItSays) {
    stage.seen.can_undo = stage.seen.can_redo = true;
    for (const char* label : {"Home", "Undo", "Redo", "Copy", "Paste"}) stage.click(label);
    ASSERT_EQ(stage.commands.size(), 5u);
    EXPECT_TRUE(is(stage.commands[0], Action::home_view));
    EXPECT_TRUE(is(stage.commands[1], Action::undo_view));
    EXPECT_TRUE(is(stage.commands[2], Action::redo_view));
    EXPECT_TRUE(is(stage.commands[3], Action::copy_coordinates));
    EXPECT_TRUE(is(stage.commands[4], Action::paste_coordinates));
}

class RegionTooltipTest : public testing::Test {
  protected:
    void show(const Region& region) {
        stage.seen.hovered_region = region;
        stage.seen.frame = std::make_shared<Frame>(fake_frame());
        stage.seen.picture = stage.seen.frame->plan.image;
        stage.scene = region_tooltip;
        stage.hover({300, 300});
    }

    Stage stage;
};

TEST_F(RegionTooltipTest, TellsTheRegionsPlaceItsDwellsAndItsCost) {
    show(Region{{220, 130, 110, 100}, 12, 417, 20'900, 3, Outcome::leaf});
    EXPECT_EQ(stage.line_of("level 3"), Line{"leaf"});
    EXPECT_EQ(stage.line_of("side"), Line{"110x100"});
    EXPECT_EQ(stage.line_of("at"), Line{"220,130"});
    EXPECT_EQ(stage.line_of("border dwells"), Line{"12to417"});
    EXPECT_EQ(stage.line_of("cost"), Line{"20,900iterations"});
    EXPECT_EQ(stage.below("20,900iterations"), "1.90perpixel");
    const auto level = stage.shapes(level_tone(3)),
               leaf = stage.shapes(outcome_tone(Outcome::leaf));
    ASSERT_EQ(level.size(), 1u);
    ASSERT_EQ(leaf.size(), 1u);
    EXPECT_LT(level[0].to.x, leaf[0].from.x);
}

TEST_F(RegionTooltipTest, AFilledRegionHasOneDwell) {
    show(Region{{0, 0, 10, 10}, 27, 27, 972, 1, Outcome::filled});
    EXPECT_EQ(stage.line_of("level 1"), Line{"filled"});
    EXPECT_EQ(stage.line_of("dwell"), Line{"27"});
    EXPECT_FALSE(stage.find("border dwells"));
    EXPECT_EQ(stage.below("972iterations"), "9.72perpixel");
}

class RegionsPanelTest : public testing::Test {
  protected:
    RegionsPanelTest() {
        Frame frame = fake_frame();
        frame.stats.levels.resize(3);
        int count = 1;
        for (auto& level : frame.stats.levels) {
            level.filled = 100 * count;
            level.subdivided = 20 * count;
            level.leaves = 3 * count++;
        }
        stage.seen.frame = std::make_shared<Frame>(frame);
        stage.settings.overlay.shown = true;
        stage.settings.overlay.tint = 0.25f;
        stage.settings.overlay.line_opacity = 0.7f;
        stage.show(regions_panel, 700);
        stage.frames(2);
    }

    Stage stage;
};

TEST_F(RegionsPanelTest, EachOutcomeHasItsCountAndItsColour) {
    EXPECT_EQ(stage.line_of("filled"), Line{"600"});
    EXPECT_EQ(stage.line_of("subdivided"), Line{"120"});
    EXPECT_EQ(stage.line_of("leaves"), Line{"18"});
    for (const auto& [label, outcome] :
         {std::pair("filled", Outcome::filled), std::pair("subdivided", Outcome::subdivided),
          std::pair("leaves", Outcome::leaf)}) {
        const auto swatches = stage.shapes(outcome_tone(outcome));
        ASSERT_EQ(swatches.size(), 1u) << label;
        EXPECT_NEAR(swatches[0].middle().y, stage.find(label)->middle().y, 6) << label;
    }
}

TEST_F(RegionsPanelTest, EachSwitchIsThatOfItsName) {
    auto& overlay = stage.settings.overlay;
    stage.click("subdivided");
    EXPECT_TRUE(overlay.filled && !overlay.subdivided && overlay.leaves);
    stage.click("leaves");
    EXPECT_TRUE(overlay.filled && !overlay.subdivided && !overlay.leaves);
    EXPECT_EQ(stage.line_of("Levels"), (Line{"0", "1", "2"}));
    stage.click("2");
    EXPECT_EQ(overlay.levels, ~(1u << 2));
}

TEST_F(RegionsPanelTest, StrengthsAreInPercent) {
    EXPECT_EQ(stage.line_of("Tint"), Line{"25%"});
    EXPECT_EQ(stage.line_of("Lines"), Line{"70%"});
    stage.enter("Tint", "40");
    EXPECT_FLOAT_EQ(stage.settings.overlay.tint, 0.4f);
    stage.enter("Lines", "101");
    EXPECT_TRUE(stage.reads("the strength must be a number from 0 to 100"));
    EXPECT_FLOAT_EQ(stage.settings.overlay.line_opacity, 0.7f);
}

TEST_F(RegionsPanelTest, TheReplayIsTypedToo) {
    stage.enter("Replay (P)", "1");
    EXPECT_EQ(stage.settings.overlay.replay_level, 1);
    stage.enter("Replay (P)", "3 of 3");
    EXPECT_EQ(stage.settings.overlay.replay_level, -1) << "finished";
    stage.enter("Speed", "4");
    EXPECT_EQ(stage.state.replay.speed, 4);
}

TEST_F(RegionsPanelTest, TheReplayTellsItsLevel) {
    EXPECT_EQ(stage.line_of("Replay(P)"), (Line{"3of3"}));
    stage.settings.overlay.replay_level = 1;
    stage.frames(2);
    EXPECT_EQ(stage.line_of("Replay(P)"), (Line{"1of3"}));
    stage.state.replay.play();
    stage.state.replay.advance(0, 3);  // in the turn in which it begins
    stage.frames(2);
    EXPECT_EQ(stage.line_of("Replay(P)"), (Line{"0of3"}));
    for (const double passed : {0.3, 0.6, 0.99})
        stage.state.replay.advance(SubdivisionReplay::seconds * passed, 3);
    stage.frames(2);
    EXPECT_EQ(stage.line_of("Replay(P)"), (Line{"3of3"}));
    EXPECT_EQ(stage.settings.overlay.replay_level, 1) << "the setting is left alone";
}

TEST_F(RegionsPanelTest, TheReplayIsExportedInTheFormatChosen) {
    stage.click("Export film");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_EQ(std::get<command::ExportReplay>(stage.commands[0]).format, "webp");
    stage.click("webp");
    stage.click("mkv");
    stage.commands.clear();
    stage.click("Export film");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_EQ(std::get<command::ExportReplay>(stage.commands[0]).format, "mkv");
}

TEST_F(RegionsPanelTest, AFilmOnItsWayIsCancelledOnce) {
    stage.click("Cancel");
    EXPECT_TRUE(stage.commands.empty()) << "there is none yet";
    const auto cancel = stage.find("Cancel")->middle();
    stage.seen.exporting = true;
    stage.seen.export_progress = 0.375;
    stage.frames(2);
    EXPECT_TRUE(stage.find("38%"));
    EXPECT_FALSE(stage.find("Export film"));
    EXPECT_EQ(stage.find("Cancel")->middle().x, cancel.x);
    stage.click("Cancel");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::cancel_export));
    stage.seen.export_cancelled = true;
    stage.click("Cancel");
    EXPECT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(stage.find("cancelling"));
}

class ColourPanelTest : public testing::Test {
  protected:
    ColourPanelTest() {
        stage.seen.palettes = {
            {"reds", {{10, 0, 0}, {250, 0, 0}}},
            {"/home/somebody/greens.map", {{0, 20, 0}, {0, 90, 0}, {0, 240, 0}}}};
        stage.settings.colouring.palette = "/home/somebody/greens.map";
        stage.settings.colouring.mapping = render::Mapping::cyclic;
        stage.settings.colouring.period = 37;
        stage.settings.colouring.offset = 0.125;
        stage.settings.colouring.inside = {1, 0.5f, 0};
        stage.show(colour_panel, 700);
        stage.frames(2);
    }

    Stage stage;
};

TEST_F(ColourPanelTest, EachNumberStandsAtItsName) {
    EXPECT_EQ(stage.line_of("Palette"), (Line{"greens.map", "Edit"}));
    EXPECT_EQ(stage.line_of("Period"), Line{"37"});
    EXPECT_EQ(stage.line_of("Offset"), Line{"0.125"});
    EXPECT_EQ(stage.line_of("Inside"), Line{"#FF8000"});
}

TEST_F(ColourPanelTest, AStripShowsTheChosenPaletteFromItsFirstColourToItsLast) {
    const auto first = stage.shapes(ImColor(0, 20, 0)), second = stage.shapes(ImColor(0, 90, 0));
    ASSERT_EQ(first.size(), 1u);
    ASSERT_EQ(second.size(), 1u);
    EXPECT_EQ(first[0].right, ImColor(0, 90, 0));
    EXPECT_EQ(second[0].right, ImColor(0, 240, 0));
    EXPECT_NEAR(first[0].to.x, second[0].from.x, 0.1);
    EXPECT_TRUE(stage.shapes(ImColor(10, 0, 0)).empty());
}

TEST_F(ColourPanelTest, TheListHasAStripForEachPalette) {
    stage.click("greens.map");
    const auto reds = stage.shapes(ImColor(10, 0, 0));
    ASSERT_EQ(reds.size(), 1u);
    EXPECT_NEAR(reds[0].middle().y, stage.find("reds")->middle().y, 5);
    stage.click("reds");
    EXPECT_EQ(stage.settings.colouring.palette, "reds");
}

TEST_F(ColourPanelTest, EachMappingAndSwitchIsThatOfItsName) {
    auto& colouring = stage.settings.colouring;
    for (const auto& [label, mapping] : {std::pair("stretched", render::Mapping::stretched),
                                         std::pair("equalised", render::Mapping::equalised),
                                         std::pair("distance", render::Mapping::distance),
                                         std::pair("cyclic", render::Mapping::cyclic)}) {
        stage.click(label);
        EXPECT_EQ(colouring.mapping, mapping) << label;
        EXPECT_EQ(stage.reads("its own distance and slope"), mapping == render::Mapping::distance)
            << label;
    }
}

TEST_F(ColourPanelTest, TheLightIsSetWhereTheOutsideIsShaded) {
    EXPECT_TRUE(stage.find("Shading"));
    EXPECT_FALSE(stage.find("Light from"));
    stage.settings.colouring.shaded = true;
    stage.settings.colouring.light_angle = 210;
    stage.settings.colouring.light_height = 35;
    stage.frames(2);
    EXPECT_EQ(stage.line_of("Light from"), Line{"210°"});
    EXPECT_EQ(stage.line_of("Light height"), Line{"35°"});
    stage.enter("Light from", "90");
    EXPECT_EQ(stage.settings.colouring.light_angle, 90);
    stage.enter("Light height", "45°");
    EXPECT_EQ(stage.settings.colouring.light_height, 45);
    EXPECT_TRUE(stage.reads("its own distance and slope"));
}

}  // namespace
}  // namespace mariani::app
