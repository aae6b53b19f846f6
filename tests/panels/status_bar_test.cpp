// The line below the picture: what is under the mouse at its left, what is known of the picture at
// its right; compared with values worked out by hand.
#include "app/panels/tab.hpp"
#include "app/workloads/curves/view.hpp"
#include "app/workloads/points/view.hpp"
#include "app/workloads/volume/view.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class StatusBarTest : public testing::Test {
  protected:
    StatusBarTest() {
        stage.settings.view = {{-1.25, 0.375}, 0.0625};
        stage.seen.frame = std::make_shared<Frame>(fake_frame());
        stage.seen.history = {{50, 1, 2}, {11, 3, 5}};
        stage.seen.exactness = {Exactness::computed, 1};
        stage.seen.cursor = PlanePoint{-1.2625, 0.36328125};
        stage.seen.cursor_dwell = {417, 512};
        stage.seen.picture = {800, 640};
        stage.scene = status_bar;
        stage.frames(2);
    }

    // All that stands there, from left to right.
    std::string line() const {
        auto texts = stage.texts();
        std::ranges::sort(texts, {}, [](const DrawnText& text) { return text.from.x; });
        std::string all;
        for (const DrawnText& text : texts) all += (all.empty() ? "" : "|") + text.text;
        return all;
    }
    // What is told where the mouse rests on this text.
    bool tells(std::string_view text, std::string_view explanation) {
        const auto at = stage.find(text);
        if (!at) return false;
        stage.hover(at->middle());
        stage.frames(60);
        return stage.reads(explanation);
    }
    void show(ImVec2 size) {
        ImGui::GetIO().DisplaySize = size;
        stage.hover({1, 1});
        stage.frames(2);
    }

    Stage stage{{1920, 800}};
};

TEST_F(StatusBarTest, TellsThePointTheEngineTheMagnificationAndWhatIsKnown) {
    EXPECT_EQ(line(), "-1.262500,0.363281|dwell417|32.0x|ASKonCPU,19.0ms|matchesExinf64")
        << "the whole set is 2 high, and the last frame took 19 ms";
    stage.seen.samples = {3, 16, true};
    stage.frames(2);
    EXPECT_TRUE(stage.find("samples 3/16"));
    stage.seen.samples = {16, 16, false};
    stage.frames(2);
    EXPECT_FALSE(stage.reads("samples"));
    stage.seen.exporting = true;
    stage.seen.export_progress = 0.42;
    stage.frames(2);
    EXPECT_TRUE(stage.find("exporting 42 %"));
}

TEST_F(StatusBarTest, LiesBelowThePictureAndNowhereElse) {
    for (const bool left : {false, true}) {
        stage.settings.panel_left = left;
        stage.frames(2);
        const auto& picture = stage.seen.layout.picture;
        EXPECT_EQ(stage.seen.layout.timeline, 0);
        EXPECT_EQ(stage.seen.layout.status, 26);
        for (const DrawnText& text : stage.texts()) {
            EXPECT_FALSE(text.clipped) << text.text;
            EXPECT_TRUE(text.from.x > picture.left && text.to.x < picture.left + picture.width);
            EXPECT_TRUE(text.from.y > 800 - 26 && text.to.y < 800) << text.text;
        }
    }
    stage.settings.panel_shown = false;
    stage.frames(2);
    EXPECT_TRUE(stage.texts().empty()) << "the whole window is the picture's";
}

TEST_F(StatusBarTest, ThePointUnderTheMouseStandsThere) {
    EXPECT_FALSE(stage.reads("work")) << "it is not counted";
    stage.seen.cursor_work = 1'834;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("-1.262500, 0.363281 dwell 417, work 1,834"));
    stage.seen.cursor.reset();
    stage.seen.cursor_dwell.reset();
    stage.seen.cursor_work.reset();
    stage.frames(2);
    EXPECT_EQ(line(), "32.0x|ASKonCPU,19.0ms|matchesExinf64");
}

TEST_F(StatusBarTest, ThePointUnderTheMouseHasTheDigitsThatTheZoomNeeds) {
    stage.seen.picture = {1000, 1000};
    stage.seen.cursor = PlanePoint{-0.7436438870371587, 0.13182590420531198};
    for (const auto& [height, text] :
         {std::pair(2.0, "-0.7436,0.1318"), std::pair(1e-9, "-0.7436438870372,0.1318259042053")}) {
        stage.settings.view.height = height;
        stage.frames(2);
        EXPECT_TRUE(line().starts_with(std::string(text) + "|dwell")) << line();
    }
}

TEST_F(StatusBarTest, ADwellIsInsideFromTheLimitOfTheFrameOn) {
    stage.settings.engine.dwell_limit = 100'000;  // not yet computed
    const auto dwell = [&](const SeenDwell& under) {
        stage.seen.cursor_dwell = under;
        stage.frames(2);
        return line();
    };
    EXPECT_SAYS(dwell({511, 512}), "|dwell511|");
    EXPECT_SAYS(dwell({512, 512}), "|dwellinside|");
    EXPECT_SAYS(dwell({417, 512, true}), "|dwellabout417|") << "of a coarse picture";
    EXPECT_SAYS(dwell({unknown_dwell, 512}), "|dwellnotknown|") << "as it is hatched";
    EXPECT_SAYS(dwell({900, 512, false, render::Quantity::work}), "|work900|") << "of a poster";
    EXPECT_SAYS(dwell({2, 512, true, render::Quantity::outcome}), "|outcomeaboutleaf|");
}

TEST_F(StatusBarTest, TellsWhatIsKnownOfTheDwells) {
    const auto known = [&](const Exactness& exactness) {
        stage.seen.exactness = exactness;
        stage.frames(2);
        return line().substr(line().rfind('|') + 1);
    };
    EXPECT_EQ(known({Exactness::verifying, 0.625}), "verifying62%");
    EXPECT_EQ(known({Exactness::computed, 1}), "matchesExinf64");
    EXPECT_EQ(known({Exactness::proving, 0.125}), "proving12%");
    EXPECT_EQ(known({Exactness::proven, 1}), "proven");
    EXPECT_EQ(known({Exactness::open, 1, 0, 0, 1234}), "1,234notknown");
    EXPECT_EQ(known({Exactness::preview, 1}), "preview");
    EXPECT_EQ(known({Exactness::verified, 1, 1'234, 56}), "matchesExinf64");
}

TEST_F(StatusBarTest, EachFactIsExplainedAboveIt) {
    for (const auto& [text, explanation] :
         {std::pair("matches Ex in f64", "Ex rounds to f64"),
          std::pair("ASK on CPU, 19.0 ms", "The engine of this picture."),
          std::pair("32.0 x", "The magnification relative to the view of the whole set."),
          std::pair("dwell 417", "the steps it took to escape")})
        EXPECT_TRUE(tells(text, explanation)) << text;
    ASSERT_TRUE(tells("32.0 x", "The magnification relative"));
    const auto tip = stage.find("The magnification relative to the view of the whole set.");
    ASSERT_TRUE(tip);
    EXPECT_LT(tip->to.y, 800 - 26) << "the bar stays to be read";
    EXPECT_GT(tip->from.y, 800 - 26 - 60);
}

// In the least window the picture is 288 wide: not all fits, and what does not is told
// nevertheless.
TEST_F(StatusBarTest, InANarrowWindowNothingOverlapsAndAllIsTold) {
    stage.seen.samples = {3, 16, true};
    for (const float width : {1280.0f, 900.0f, 640.0f}) {
        SCOPED_TRACE(width);
        show({width, 480});
        EXPECT_TRUE(stage.find("dwell 417"));
        EXPECT_TRUE(stage.find("matches Ex in f64"));
        auto texts = stage.texts();
        std::ranges::sort(texts, {}, [](const DrawnText& text) { return text.from.x; });
        for (std::size_t i = 0; i < texts.size(); ++i) {
            EXPECT_FALSE(texts[i].clipped) << texts[i].text;
            const float before = i > 0 ? texts[i - 1].to.x + 4 : 0;
            EXPECT_GT(texts[i].from.x, before) << texts[i].text;
        }
        ASSERT_TRUE(tells("matches Ex in f64", "Ex rounds to f64"));
        for (const char* fact : {"ASK on CPU, 19.0 ms", "32.0 x", "samples 3/16"})
            EXPECT_TRUE(stage.reads(fact)) << fact;
    }
}

TEST_F(StatusBarTest, FactsStayWhereTheyAreAsTheMouseMoves) {
    for (const float width : {1280.0f, 640.0f}) {
        show({width, 480});
        const auto place = [&](const std::optional<SeenDwell>& under) {
            if (!under) stage.seen.cursor.reset();
            stage.seen.cursor_dwell = under;
            stage.frames(2);
            const auto known = stage.find("matches Ex in f64");
            return std::pair(known->from.x, stage.reads("32.0 x"));
        };
        stage.seen.cursor = PlanePoint{-1.2625, 0.36328125};
        const auto first = place(SeenDwell{1, 512});
        EXPECT_EQ(place(SeenDwell{417, 512}), first);
        EXPECT_EQ(place({}), first);
    }
}

TEST_F(StatusBarTest, EveryWorkloadTellsItsRunOnly) {
    for (const Tab* tab : stage.context().tabs) {
        if (tab->workload == Workload::mandelbrot) continue;
        stage.settings.workload = tab->workload;
        stage.frames(2);
        EXPECT_EQ(line(), "") << tab->label << ": nothing has run";
    }
}

template <typename View>
std::shared_ptr<View> run_of_12_ms() {
    auto view = std::make_shared<View>();
    view->plan.emplace();
    view->plan->backend = Backend::cpu;
    view->stats.compute_ms = 12;
    return view;
}

TEST_F(StatusBarTest, ARunHasItsEngineAndItsTime) {
    const auto shown = [&](Workload workload, std::shared_ptr<const TabView> view) {
        stage.settings.workload = workload;
        stage.seen.tab = std::move(view);
        stage.frames(2);
        return line();
    };
    EXPECT_EQ(shown(Workload::curves, run_of_12_ms<CurvesView>()), "count,scan,fillonCPU,12.0ms");
    EXPECT_EQ(shown(Workload::points, run_of_12_ms<PointsView>()), "linearonCPU,12.0ms");
    EXPECT_EQ(shown(Workload::volume, run_of_12_ms<VolumeView>()), "ASKonCPU,12.0ms");
}

// ImGui aborts the program if an item has no width or no height at all.
TEST_F(StatusBarTest, SurvivesEveryWidth) {
    for (int width = 1; width < 700; width += 3) show({static_cast<float>(width), 480});
}

}  // namespace
}  // namespace mariani::app
