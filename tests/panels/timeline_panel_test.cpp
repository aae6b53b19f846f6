// The timeline below the picture, as mouse and picture move it.
#include "app/measure/timeline.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "tests/panels/million_bars.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr float panel = 200;  // high

// Two threads: a region and its four children, in 1 ms.
std::shared_ptr<const Timeline> small_timeline() {
    FramePlan plan;
    plan.engine = EngineKind::dp;
    plan.image = {64, 64};
    plan.subdivision = {1, 2, 16};
    RegionTimes times;
    const auto add = [&](PixelRect rect, LatticeCell cell, std::int64_t begin, std::int64_t end,
                         int unit, int level, Outcome outcome) {
        times.spans.push_back({rect, cell, begin, end, static_cast<std::uint16_t>(unit),
                               static_cast<std::uint8_t>(level), outcome, RegionPart::border,
                               level > 0});
    };
    add({0, 0, 64, 64}, {0, 0}, 0, 200'000, 0, 0, Outcome::subdivided);
    add({0, 0, 32, 32}, {0, 0}, 300'000, 600'000, 0, 1, Outcome::leaf);
    add({32, 0, 32, 32}, {1, 0}, 600'000, 1'000'000, 0, 1, Outcome::filled);
    add({0, 32, 32, 32}, {0, 1}, 300'000, 500'000, 1, 1, Outcome::leaf);
    add({32, 32, 32, 32}, {1, 1}, 500'000, 900'000, 1, 1, Outcome::filled);
    return std::make_shared<const Timeline>(timeline_of(times, plan));
}

class TimelinePanelTest : public testing::Test {
  protected:
    TimelinePanelTest() {
        stage_.settings.panel_shown = false;
        stage_.settings.timeline_shown = true;
        stage_.seen.timeline = small_timeline();
        stage_.scene = [this](const PanelContext& context) {
            stage_.seen.layout.timeline = panel;
            timeline_panel(context);
        };
        stage_.frames(3);
    }

    TimelineState& state() { return stage_.state.timeline; }
    // A moment in a row.
    ImVec2 at(double ns, int row) {
        const auto& [left, top, width, height] = state().rows;
        return {left + static_cast<float>(state().view.x(ns)),
                top + (static_cast<float>(row) + 0.5f) * std::min(height / 2, 40.0f)};
    }

    Stage stage_{{1280, 800}};
};

TEST_F(TimelinePanelTest, NamesItsRowsAndWhatItShows) {
    for (const char* text : {"Timeline", "DP", "5 bars in 1.00 ms", "thread 0", "thread 1",
                             "Export trace", "filled", "leaf"})
        EXPECT_TRUE(stage_.reads(text)) << text;
}

TEST_F(TimelinePanelTest, ItsBarsHaveTheColoursOfTheirOutcomes) {
    auto leaf = outcome_tone(Outcome::leaf);
    leaf.w = 0.6f;  // a border
    const auto shapes = stage_.shapes(leaf);
    ASSERT_EQ(shapes.size(), 3u) << "the legend's, and the bars";
    EXPECT_NEAR(shapes[1].width(), 0.3f * state().rows[2], 2);
    EXPECT_NEAR(shapes[2].width(), 0.2f * state().rows[2], 2);
}

TEST_F(TimelinePanelTest, ItsLegendTellsWhatIsDimmedAndItsBarsWhatTheyAre) {
    EXPECT_TRUE(stage_.reads("border"));
    EXPECT_TRUE(stage_.reads("level 1, leaf"));
    stage_.seen.timeline = std::make_shared<const Timeline>(
        timeline_of({{0, 0, 0, BlockUse::useful, 0, 1'000'000}}, Backend::cpu, "BB"));
    stage_.frames(3);
    EXPECT_TRUE(stage_.reads("1 bar in 1.00 ms"));
    EXPECT_TRUE(stage_.reads("launch 0, useful"));
    EXPECT_FALSE(stage_.reads("border")) << "blocks have none";
}

const ImVec4 soft = tone::with_alpha(tone::text, 0.5f);

TEST_F(TimelinePanelTest, LinesLeadFromParentToChild) {
    const auto lines = stage_.shapes(soft);
    ASSERT_EQ(lines.size(), 4u);
    const float parent = at(200'000, 0).x;
    for (const DrawnShape& line : lines) EXPECT_NEAR(line.from.x, parent, 2);
    EXPECT_EQ(std::ranges::count_if(lines,
                                    [&](const DrawnShape& line) {
                                        return std::abs(line.to.x - at(500'000, 1).x) < 2 &&
                                               std::abs(line.from.y - at(0, 0).y) < 4 &&
                                               std::abs(line.to.y - at(0, 1).y) < 4;
                                    }),
              1);
    EXPECT_TRUE(stage_.shapes(tone::accent_bright).empty());
}

TEST_F(TimelinePanelTest, TheChainOfWhatIsUnderTheMouseHasTheAccentsColour) {
    stage_.hover(at(100'000, 0));
    stage_.frames(2);
    EXPECT_EQ(stage_.shapes(tone::accent_bright).size(), 4u) << "to all children";
    stage_.hover(at(700'000, 1));
    stage_.frames(2);
    EXPECT_EQ(stage_.shapes(tone::accent_bright).size(), 1u) << "from its parent";
}

TEST_F(TimelinePanelTest, LinesAreThereHoweverSmallTheBarsAreAndNotTooMany) {
    stage_.seen.timeline = launched_bars(2, 5);
    stage_.frames(3);
    EXPECT_EQ(stage_.shapes(soft).size(), 500u);
    state().view = zoomed(state().view, *stage_.seen.timeline, state().width, state().width, 1e-4);
    stage_.frames(2);
    const auto closer = stage_.shapes(soft).size();
    EXPECT_GT(closer, 0u) << "those of the last level, where its bars are wide";
    EXPECT_LE(closer, 500u);
}

TEST_F(TimelinePanelTest, AnInsideThatItsBorderLaunchedHasNoLine) {
    FramePlan plan;
    plan.engine = EngineKind::dp;
    RegionTimes times;
    times.spans = {
        {{0, 0, 64, 64}, {}, 0, 100'000, 0, 0, Outcome::leaf, RegionPart::border, false},
        {{0, 0, 64, 64}, {}, 200'000, 900'000, 1, 0, Outcome::leaf, RegionPart::inside, true}};
    stage_.seen.timeline = std::make_shared<const Timeline>(timeline_of(times, plan));
    stage_.frames(3);
    stage_.hover(at(500'000, 1));
    stage_.frames(2);
    ASSERT_TRUE(state().region.has_value());
    EXPECT_TRUE(stage_.shapes(soft).empty());
    EXPECT_TRUE(stage_.shapes(tone::accent_bright).empty());
}

TEST_F(TimelinePanelTest, TheBarUnderTheMouseIsToldAndLightsItsRegion) {
    stage_.hover(at(700'000, 0));
    stage_.frames(2);
    ASSERT_TRUE(state().region.has_value());
    EXPECT_EQ(state().region->rect, (PixelRect{32, 0, 32, 32}));
    EXPECT_TRUE(stage_.reads("32 x 32"));
    EXPECT_TRUE(stage_.reads("400 \xc2\xb5s"));
    stage_.hover(at(250'000, 0));
    stage_.frames(2);
    EXPECT_FALSE(state().region.has_value()) << "nobody worked";
}

TEST_F(TimelinePanelTest, TheWheelZoomsAtTheMouseAndDraggingMoves) {
    const double before = state().view.ns_per_pixel;
    stage_.wheel(at(500'000, 0), 3);
    stage_.frames(2);
    EXPECT_LT(state().view.ns_per_pixel, 0.6 * before);
    const auto closer = state().view;
    const ImVec2 from = at(500'000, 0);
    EXPECT_NEAR(from.x, state().rows[0] + 0.5f * state().rows[2], 2) << "which stays there";
    stage_.drag(from, {from.x - 100, from.y});
    EXPECT_NEAR(state().view.begin_ns, closer.begin_ns + 100 * closer.ns_per_pixel,
                3 * closer.ns_per_pixel);
    stage_.double_click(at(600'000, 0));
    stage_.frames(2);
    EXPECT_DOUBLE_EQ(state().view.ns_per_pixel, before);
}

TEST_F(TimelinePanelTest, WhatIsSelectedWithShiftHasStatistics) {
    stage_.drag(at(300'000, 0), at(600'000, 0), ImGuiMod_Shift);
    stage_.frames(2);
    ASSERT_TRUE(state().selection.has_value());
    EXPECT_TRUE(stage_.reads("bars, busy 100 %")) << "both threads, all of the time";
    EXPECT_TRUE(stage_.reads("longest 400"));
}

TEST_F(TimelinePanelTest, ItsUpperEdgeChangesItsHeight) {
    stage_.drag({640, 800 - panel + 2}, {640, 800 - panel - 38});
    EXPECT_EQ(stage_.settings.timeline_height, 240);
}

TEST_F(TimelinePanelTest, ItsButtonsExportItAndCloseIt) {
    stage_.click("Export trace");
    ASSERT_EQ(stage_.commands.size(), 1u);
    EXPECT_TRUE(is(stage_.commands[0], Action::export_timeline));
    stage_.click_cross();
    ASSERT_EQ(stage_.commands.size(), 2u);
    EXPECT_TRUE(is(stage_.commands[1], Action::toggle_timeline));
}

TEST_F(TimelinePanelTest, SaysWhyThereIsNone) {
    stage_.seen.timeline.reset();
    stage_.seen.no_timeline = "Not recorded: deep zoom records no times of regions.";
    stage_.frames(2);
    EXPECT_TRUE(stage_.reads("Not recorded: deep zoom records no times of regions."));
}

TEST_F(TimelinePanelTest, NothingIsClippedInASmallWindowAndEveryWidthIsSurvived) {
    for (const ImVec2 size :
         {ImVec2{640, 480}, ImVec2{300, 200}, ImVec2{90, 200}, ImVec2{1, 200}}) {
        Stage small(size);
        small.settings = stage_.settings;
        small.seen.timeline = stage_.seen.timeline;
        small.scene = [&](const PanelContext& context) {
            small.seen.layout.timeline = 0.5f * size.y;
            timeline_panel(context);
        };
        small.frames(3);
        if (size.x < 300) continue;
        for (const auto& text : small.texts()) EXPECT_FALSE(text.clipped) << text.text;
    }
}

// What is drawn depends on the pixels, not on the bars.
TEST_F(TimelinePanelTest, AMillionBarsNeedNoMoreVerticesThanThePixelsHave) {
    for (const unsigned rows : {2u, 128u}) {
        stage_.seen.timeline = million_bars(rows);
        stage_.frames(3);
        const auto& [left, top, width, height] = state().rows;
        const double seen_rows = std::min<double>(rows, height / 9 + 2);
        const double bars = seen_rows * (2 * width + 2);  // two a pixel
        constexpr double vertices_of_bar = 4, of_the_rest = 10'000;
        int most = 0;
        for (double zoom = 1; zoom < 1e7; zoom *= 3) {
            SCOPED_TRACE(zoom);
            stage_.frames(1);
            most = std::max(most, ImGui::GetDrawData()->TotalVtxCount);
            EXPECT_LE(most, vertices_of_bar * bars + of_the_rest);
            state().view = zoomed(state().view, *stage_.seen.timeline, width, 0.4 * width, 1.0 / 3);
        }
        EXPECT_GT(most, 2 * width) << "bars are seen at some zoom";
    }
}

// A run may have many, in the same pixel too.
TEST_F(TimelinePanelTest, LaunchesAreLinesBelowTheTimesAndOneInAPixel) {
    auto timeline = std::make_shared<Timeline>(*small_timeline());
    for (int i = 0; i < 5000; ++i) timeline->launches.push_back(200'000 + i);
    stage_.seen.timeline = timeline;
    stage_.frames(3);
    const auto& [left, top, width, height] = state().rows;
    const auto shapes = stage_.shapes();
    const auto is_line = [&](const DrawnShape& shape) {
        return shape.width() < 4 && shape.height() > 0.9f * height;
    };
    EXPECT_LE(std::ranges::count_if(shapes, is_line), 40) << "a few, and those of the times";
    const auto first = std::ranges::find_if(shapes, [&](const DrawnShape& shape) {
        return is_line(shape) && shape.colour == tone::packed(level_tone(0));
    });
    ASSERT_NE(first, shapes.end());
    EXPECT_GE(first->from.y, top - 1);
    EXPECT_NEAR(first->middle().x, left + state().view.x(200'000), 2);
}

TEST_F(TimelinePanelTest, IsAtMostHalfAsHighAsTheWindow) {
    stage_.settings.timeline_height = 5000;
    EXPECT_EQ(timeline_height(stage_.settings, stage_.fonts(), 480), 240);
    stage_.settings.timeline_height = 160;
    EXPECT_EQ(timeline_height(stage_.settings, stage_.fonts(), 480), 160);
}

}  // namespace
}  // namespace mariani::app
