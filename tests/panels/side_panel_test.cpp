// The texts of the side panel's headers, the cards over the picture and the help, compared with
// values worked out by hand.
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Line = std::vector<std::string>;

class SidePanelTest : public testing::Test {
  protected:
    SidePanelTest() {
        stage.settings.view.height = 0.05;
        stage.seen.history = {{50, 1, 2}, {11, 3, 5}};
        Frame frame = fake_frame(EngineKind::dp);
        frame.stats.levels.resize(4);
        for (auto& level : frame.stats.levels) level.regions = 1'000 + level.level;
        stage.seen.frame = std::make_shared<Frame>(frame);
        stage.frames(2);
    }

    Stage stage{{1280, 2000}};
};

TEST_F(SidePanelTest, EachHeaderHasItsSummary) {
    EXPECT_EQ(stage.line_of("View"), Line{"40.0x"});
    EXPECT_EQ(stage.line_of("Colour"), Line{"blue-gold"});
    stage.click("Regions");
    EXPECT_TRUE(stage.reads("Levels 4"));
    EXPECT_EQ(stage.line_of("Region grid"), Line{"4,006"});
    EXPECT_TRUE(stage.reads("Engine DP on CPU"));
    stage.click("Measure");
    EXPECT_EQ(stage.line_of("Timings"), Line{"19.0ms"});  // of the last frame
}

TEST_F(SidePanelTest, TheColourHeaderNamesWhatIsShown) {
    for (const auto& [shown, name] :
         {std::pair(render::Quantity::work, "work"), std::pair(render::Quantity::level, "level"),
          std::pair(render::Quantity::outcome, "outcome")}) {
        stage.settings.colouring.shown = shown;
        stage.frames(2);
        EXPECT_EQ(stage.line_of("Colour"), Line{name});
    }
    stage.settings.colouring.shown = render::Quantity::dwell;
    stage.settings.colouring.palette = "/home/somebody/ink.map";
    stage.frames(2);
    EXPECT_EQ(stage.line_of("Colour"), Line{"ink.map"});
}

TEST_F(SidePanelTest, TheMenuTellsWhatEachWorkloadIsAndLeadsThere) {
    const auto tabs = stage.context().tabs;
    ASSERT_EQ(tabs.size(), 6u);
    for (const Tab* tab : tabs) {
        SCOPED_TRACE(tab->label);
        stage.click(shown_tab(stage.context()).label);
        stage.frames(2);
        for (const Tab* each : tabs) {
            const auto sentence = stage.find(each->explanation);
            ASSERT_TRUE(sentence) << each->explanation;
            EXPECT_FALSE(sentence->clipped) << each->explanation;
            EXPECT_EQ(stage.above(each->explanation), without_blanks(each->label));
        }
        stage.click(tab->explanation);
        EXPECT_EQ(stage.settings.workload, tab->workload);
        EXPECT_FALSE(stage.find(tab->explanation)) << "the menu is closed";
    }
}

TEST_F(SidePanelTest, TheMenuHasAPictureOfEachWorkloadLeftOfItsName) {
    stage.click("Mandelbrot");
    stage.frames(2);
    const auto shapes = stage.shapes();
    for (const Tab* tab : stage.context().tabs) {
        const auto sentence = stage.find(tab->explanation);
        ASSERT_TRUE(sentence) << tab->label;
        EXPECT_TRUE(std::ranges::any_of(shapes, [&](const DrawnShape& shape) {
            return shape.to.x < sentence->from.x && shape.from.x > sentence->from.x - 60 &&
                   shape.to.y > sentence->from.y - 20 && shape.from.y < sentence->to.y;
        })) << tab->label;
    }
}

// The least window, of which the panel takes a little more than half.
TEST(NarrowMenuTest, ItIsWholeInTheLeastWindow) {
    Stage stage({640, 480});
    stage.frames(2);
    stage.click("Mandelbrot");
    stage.frames(3);
    for (const Tab* tab : stage.context().tabs) {
        const auto sentence = stage.find(tab->explanation);
        ASSERT_TRUE(sentence) << tab->label;
        EXPECT_FALSE(sentence->clipped) << tab->label;
        EXPECT_TRUE(sentence->from.x >= 0 && sentence->to.x <= 640 && sentence->to.y <= 480);
    }
}

TEST_F(SidePanelTest, AHintTellsWhatWasCheckedAndWhatWasNot) {
    auto frame = std::make_shared<Frame>();
    frame->plan.precision = Precision::f32;
    stage.seen.frame = frame;
    stage.seen.samples = {16, 16, false};
    const auto hint_of = [&](const Exactness& exactness) {
        stage.seen.exactness = exactness;
        return exactness_details(stage.seen);
    };
    EXPECT_SAYS(hint_of({Exactness::verified, 1, 1'234, 56}),
                "1,234 fills inside the set were recomputed, 56 pixels corrected.");
    EXPECT_SAYS(hint_of({Exactness::verified, 1}), "Outside regions are not rechecked");
    EXPECT_SAYS(hint_of({Exactness::computed, 1}),
                "Ex rounds to f32, which makes some dwells wrong");
    EXPECT_SAYS(hint_of({Exactness::proven, 1, 0, 78}),
                "78 dwells computed in f32 were wrong and are corrected.");
    EXPECT_SAYS(hint_of({Exactness::proven, 1}), "Antialiasing samples stay in f32.");
    EXPECT_SAYS(hint_of({Exactness::open, 1, 0, 0, 9}), "9 dwells are not known");
    frame->plan.view.julia = PlanePoint{-0.8, 0.156};
    EXPECT_SAYS(hint_of({Exactness::computed, 1}), "Julia sets have no proof.");
}

TEST_F(SidePanelTest, EachButtonAtTheTopDoesWhatItSays) {
    stage.click("Laboratory");
    stage.click("?");
    ASSERT_EQ(stage.commands.size(), 2u);
    EXPECT_TRUE(is(stage.commands[0], Action::toggle_laboratory));
    EXPECT_TRUE(is(stage.commands[1], Action::toggle_help));
}

class StatusOverlayTest : public testing::Test {
  protected:
    StatusOverlayTest() {
        stage.scene = status_overlay;
        stage.seen.now = 100;
    }

    // The opacity of the text with this beginning, 0 to 255; -1 if it is not drawn.
    int opacity_of(std::string_view words) {
        stage.frames(3);
        for (const auto& text : stage.texts())
            if (text.text.starts_with(without_blanks(words)))
                return static_cast<int>(text.colour >> IM_COL32_A_SHIFT);
        return -1;
    }

    Stage stage;
};

TEST_F(StatusOverlayTest, ALongFrameTellsItsTimeAndItsShare) {
    stage.seen.computing = true;
    stage.seen.progress = 0.875;
    stage.seen.computing_for_ms = 249;
    EXPECT_EQ(opacity_of("Computing"), -1) << "it would flicker";
    stage.seen.computing_for_ms = 250;
    EXPECT_EQ(opacity_of("Computing"), 255);
    EXPECT_TRUE(stage.reads("Computing 250 ms"));
    stage.seen.computing_for_ms = 125'000;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("2 min 5 s"));
    EXPECT_TRUE(stage.find("88%"));
}

TEST_F(StatusOverlayTest, APictureThatIsOldIsCalledSo) {
    stage.seen.computing = true;
    stage.seen.computing_for_ms = 300;
    EXPECT_EQ(opacity_of("The previous picture is shown until this one is done."), -1);
    stage.seen.shows_old = true;
    EXPECT_GT(opacity_of("The previous picture is shown until this one is done."), 0);
}

// The plane of the Mandelbrot set stays what it is, wherever one goes; other pictures do not.
TEST_F(StatusOverlayTest, APictureThatIsOldIsDimInEveryOtherTab) {
    const auto dims = [&] {
        stage.frames(2);
        return !stage.shapes(ImColor(tone::with_alpha(tone::window, 0.55f))).empty();
    };
    for (const auto workload : {Workload::mandelbrot, Workload::triangle, Workload::gasket,
                                Workload::curves, Workload::points, Workload::volume}) {
        stage.settings.workload = workload;
        stage.seen.computing = stage.seen.shows_old = true;
        stage.seen.computing_for_ms = 5;
        EXPECT_FALSE(dims()) << static_cast<int>(workload) << ", which may be done at once";
        stage.seen.computing_for_ms = 3000;
        EXPECT_EQ(dims(), workload != Workload::mandelbrot) << static_cast<int>(workload);
        stage.seen.computing = stage.seen.shows_old = false;
        EXPECT_FALSE(dims()) << static_cast<int>(workload);
    }
}

TEST_F(StatusOverlayTest, AnInfoFadesInItsFifthSecond) {
    stage.seen.messages = {{Message::Kind::info, "saved", 95.1}};  // 4.9 s ago
    EXPECT_NEAR(opacity_of("saved"), 0.1 * 255, 2);
    stage.seen.messages[0].shown_since = 95.5;
    EXPECT_NEAR(opacity_of("saved"), 0.5 * 255, 2);
    stage.seen.messages[0].shown_since = 96.1;
    EXPECT_EQ(opacity_of("saved"), 255);
    stage.seen.messages[0].shown_since = 94.9;
    EXPECT_EQ(opacity_of("saved"), -1);
    stage.seen.messages[0].kind = Message::Kind::warning;
    EXPECT_EQ(opacity_of("saved"), 255);
}

TEST_F(StatusOverlayTest, ThePictureTellsWhyItIsNotComputedAndWhereDoublesEnd) {
    stage.seen.engine_error = "the engine broke";
    stage.seen.precision_exhausted = true;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("the engine broke"));
    EXPECT_TRUE(stage.reads("f64 is exhausted here"));
    stage.click("Zoom out");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_EQ(std::get<command::ZoomBy>(stage.commands[0]).factor, 16);
}

TEST_F(StatusOverlayTest, APictureOfTheInsideAloneOffersToZoomOut) {
    stage.frames(3);
    EXPECT_FALSE(stage.reads("inside the set"));
    stage.seen.all_inside = true;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("All of this view is inside the set."));
    stage.click("Zoom out");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_EQ(std::get<command::ZoomBy>(stage.commands[0]).factor, 4);
}

TEST_F(StatusOverlayTest, AFlatPictureOffersAHigherDwellLimit) {
    stage.settings.engine.dwell_limit = 512;
    stage.seen.limit_hides_all = true;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Every pixel reached the dwell limit 512."));
    stage.click("Raise it to 2,048");
    EXPECT_EQ(stage.settings.engine.dwell_limit, 2048U);
    stage.settings.engine.dwell_limit = 9'000'000;
    stage.frames(2);
    stage.click("Raise it to 10,000,000");
    EXPECT_EQ(stage.settings.engine.dwell_limit, 10'000'000U);
}

TEST_F(StatusOverlayTest, TheNewestMessageStandsLowest) {
    stage.seen.messages = {{Message::Kind::error, "first", 1}, {Message::Kind::error, "second", 2}};
    stage.frames(3);
    EXPECT_LT(stage.find("first")->to.y, stage.find("second")->from.y);
}

TEST(HelpTest, EachKeyStandsBesideWhatItDoes) {
    Stage stage({1280, 2200});
    stage.scene = help_window;
    stage.seen.help_shown = true;
    stage.frames(2);
    for (const auto& [keys, does] :
         {std::pair("Ctrl+Z", "Takebackthelastchange,ofvieworsetting"),
          std::pair("F12", "Screenshot"),
          std::pair("G", "Showorhidetheregiongrid,orGasket'stiles"),
          std::pair("Esc", "Stop,closeawindoworposter,ordiscardarejectedentry"),
          std::pair("O", "Showorhidetheorbitatthecursor"),
          std::pair("J", "ShoworhidetheJuliasetatthecursor"),
          std::pair("Shift+J", "OpentheJuliasetatthecursor,orgoback"),
          std::pair("M", "Showorhidethemap,orGasket'scompactcells"),
          std::pair("Ctrl+Shift+C", "Copythepicture"),
          std::pair("F5", "Computetheframeagain"),
          std::pair("Home", "Showthewholeset"),
          std::pair("Ctrl+Q", "Quit"),
          std::pair("Wheel", "Zoomatthecursor"),
          std::pair("Drag", "Movetheview;withShiftzoomintoabox"),
          std::pair("Ctrl+drag", "Findtheminibrotinabox,ordrawGasket'scells"),
          std::pair("Ctrl+rightbutton", "Killcells(inGasket)"),
          std::pair("F11", "Fullscreen"),
          std::pair("T", "Takethetour"),
          std::pair("Space", "PauseorresumeLife,motionorcolourcycling"),
          std::pair(".", "OnestepofLifeorofamotion"),
          std::pair("Ctrl+Tab/Ctrl+Shift+Tab", "Thenexttab,ortheonebefore"),
          std::pair("F6", "Movethekeyboardbetweenpicture,panelandlaboratory"),
          std::pair("F10", "Showorhidethepanel"),
          std::pair("Ctrl+P", "Searchcommands,fields,bookmarks;openafilebyitspath"),
          std::pair("1/2/3", "Showthepanel:Explore,RegionsorMeasure")})
        EXPECT_EQ(stage.line_of(keys), Line{does}) << keys;
}

// All sections folded but one, by a click on its header, the lowest text of that name.
TEST_F(SidePanelTest, EverySectionIsFoldedByItself) {
    std::set<std::string_view> names;
    for (const Tab* tab : stage.context().tabs)
        for (const Section& section : tab->sections) {
            EXPECT_TRUE(names.insert(section.name).second) << section.name;
            stage.settings.workload = tab->workload;
            stage.settings.panel_part = section.part;
            for (const Tab* each : stage.context().tabs)
                for (const Section& folded : each->sections)
                    stage.settings.sections[folded.name] = false;
            auto expected = stage.settings.sections;
            stage.frames(2);
            const auto texts = stage.texts();
            const auto header = std::ranges::find(texts.rbegin(), texts.rend(),
                                                  without_blanks(section.title), &DrawnText::text);
            ASSERT_NE(header, texts.rend()) << section.name;
            stage.click(header->middle());
            stage.frames(2);
            expected[section.name] = true;
            EXPECT_EQ(stage.settings.sections, expected) << section.name;
        }
}

}  // namespace
}  // namespace mariani::app
