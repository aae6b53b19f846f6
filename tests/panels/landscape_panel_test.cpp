// Every figure of the laboratory's Landscape tab, for measured cells that all differ.
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "tests/files/subdivision_of.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Line = std::vector<std::string>;

SweepRow row(SubdivisionParams subdivision, Spread ms) {
    return {{subdivision, {32, 8}}, 7, ms, 30, 1'234, 56'789, 999};
}

// Gains over Ex of 3, 5, 2.5, 7.5 and, with r = 4, 10, 2, 6 and 4.
SweepResult sweep() {
    SweepResult made;
    made.subject.device = "some processor";
    made.subject.plan = fake_frame().plan;
    made.subject.plan.image = {800, 600};
    made.subject.plan.scheme = Scheme::mbr;
    made.subject.plan.dwell_limit = 345;
    made.subject.plan.shortcuts = false;
    made.subject.ex_ms = {29, 31, 33};
    made.rows = {row({4, 2, 8}, {9, 10, 15}),    row({16, 2, 8}, {5, 6, 8}),
                 row({4, 2, 32}, {11, 12, 13}),  row({16, 2, 32}, {3.5, 4, 4.25}),
                 row({4, 4, 8}, {2.5, 3, 3.75}), row({16, 4, 8}, {14, 15, 16}),
                 row({4, 4, 32}, {4.5, 5, 5.5}), row({16, 4, 32}, {7, 7.5, 8})};
    return made;
}

class LandscapePanelTest : public testing::Test {
  protected:
    LandscapePanelTest() {
        stage.seen.palettes = {{"viridis", {{68, 1, 84}, {33, 145, 140}, {253, 231, 37}}}};
        stage.show(landscape_panel, 1200);
        show(sweep());
    }
    void show(const SweepResult& result) {
        stage.seen.laboratory.sweep = std::make_shared<SweepResult>(result);
        stage.frames(2);
    }
    // The tiles of the map in this colour.
    std::vector<DrawnShape> tiles(int r, int g, int b) const {
        auto found = stage.shapes(ImColor(r, g, b));
        std::erase_if(found, [](const DrawnShape& shape) { return shape.width() < 40; });
        return found;
    }
    static bool holds(const DrawnShape& tile, const DrawnText& text) {
        const ImVec2 at = text.middle();
        return at.x > tile.from.x && at.x < tile.to.x && at.y > tile.from.y && at.y < tile.to.y;
    }

    Stage stage{{1300, 1500}};
};

TEST_F(LandscapePanelTest, EachGainStandsInItsRowAndColumn) {
    std::vector<Line> rows;
    std::vector<const DrawnText*> columns;
    const auto texts = stage.texts();
    for (const auto& label : texts) {
        if (label.text != "B32" && label.text != "B8") continue;
        rows.push_back({label.text});
        for (const auto& text : texts)
            if (text.from.x > label.to.x && std::abs(text.middle().y - label.middle().y) < 8)
                rows.back().push_back(text.text);
    }
    EXPECT_EQ(rows, (std::vector<Line>{{"B32", "2.50", "7.50~"},
                                       {"B8", "3.00", "5.00"},
                                       {"B32", "6.00", "4.00"},
                                       {"B8", "10.0", "2.00"}}))
        << "g to the right, B upwards, r = 2 before r = 4";
    EXPECT_LT(stage.find("r = 2")->to.y, stage.find("2.50")->from.y);
    EXPECT_LT(stage.find("3.00")->to.y, stage.find("r = 4")->from.y);
    EXPECT_LT(stage.find("r = 4")->to.y, stage.find("6.00")->from.y);
}

TEST_F(LandscapePanelTest, TheColumnsAreNamedByTheirG) {
    const float left = stage.find("3.00")->from.x, right = stage.find("5.00")->from.x;
    Line heads;
    for (const auto& text : stage.texts())
        if (text.text == "4" || text.text == "16")
            if (text.from.y > stage.find("3.00")->to.y && text.from.y < stage.find("r = 4")->from.y)
                heads.push_back(text.text + (text.from.x < left    ? " first"
                                             : text.from.x < right ? " second"
                                                                   : " none"));
    EXPECT_EQ(heads, (Line{"4 first", "16 second"}));
}

TEST_F(LandscapePanelTest, TheColoursGoFromTheLeastGainToTheMost) {
    const auto lowest = tiles(68, 1, 84), middle = tiles(33, 145, 140),
               highest = tiles(253, 231, 37);
    ASSERT_EQ(highest.size(), 2u);  // 10 and, on a logarithmic scale rounded to three colours, 7.5
    EXPECT_TRUE(holds(highest[0], *stage.find("7.50~")));
    EXPECT_TRUE(holds(highest[1], *stage.find("10.0")));
    EXPECT_TRUE(std::ranges::any_of(
        lowest, [&](const auto& tile) { return holds(tile, *stage.find("2.00")); }));
    EXPECT_TRUE(std::ranges::any_of(
        middle, [&](const auto& tile) { return holds(tile, *stage.find("5.00")); }));
}

TEST_F(LandscapePanelTest, TheBestIsNamed) {
    EXPECT_TRUE(
        stage.reads("Best of 8: g 4 r 4 B 8, 10.0 x as fast as Ex: 3.00 ms, and Ex 30.0 ms at "
                    "about the same time."));
    EXPECT_TRUE(
        stage.reads("ASK-MBR on some processor, 800x600 pixels, dwell 345, shortcuts off; "
                    "7 runs a cell; Ex took 31.0 ms before them."));
    stage.click("Use the best");
    EXPECT_EQ(subdivision_of(stage.settings.engine), (SubdivisionParams{4, 4, 8}));
    EXPECT_EQ(stage.settings.engine.block, (BlockSize{32, 8}));
}

TEST_F(LandscapePanelTest, RestingOnACellTellsItsFigures) {
    stage.hover(stage.find("5.00")->middle());
    stage.frames(2);
    EXPECT_TRUE(stage.reads("g 16 r 2 B 8, block 32x8"));
    EXPECT_TRUE(stage.reads("5.00 x as fast as Ex (30.0 ms)"));
    EXPECT_TRUE(stage.reads("6.00 ms, 5.00 to 8.00, 7 runs"));
    EXPECT_TRUE(stage.reads("1,234 regions, 56,789 pixels filled"));
}

TEST_F(LandscapePanelTest, TheCellInUseIsFramed) {
    stage.settings.engine.engine = EngineKind::ask;
    set_subdivision(stage.settings.engine, {16, 4, 32});
    stage.frames(2);
    int frames = 0;
    for (const auto& shape : stage.shapes(tone::text))
        frames += shape.width() > 40 && holds(shape, *stage.find("4.00"));
    EXPECT_EQ(frames, 1);
}

TEST_F(LandscapePanelTest, ASweepCountsItsCellsAndASearchItsSeconds) {
    stage.state.landscape = {"2,4,8", "2,4", "4..32"};
    stage.frames(2);
    EXPECT_TRUE(stage.find("Sweep 24 cells"));
    EXPECT_TRUE(stage.find("Auto-tune, 10 s at most"));
    EXPECT_EQ(stage.line_of("g"), Line{"2,4,8"});
    EXPECT_EQ(stage.line_of("r"), Line{"2,4"});
    EXPECT_EQ(stage.line_of("B"), Line{"4..32"});
}

TEST_F(LandscapePanelTest, WhatWasTunedIsToldWithItsGainAndDate) {
    Tuning tuned;
    tuned.where.device = "NVIDIA T4";
    tuned.where.backend = Backend::cuda;
    tuned.where.engine = EngineKind::dp;
    tuned.where.scheme = Scheme::mbr;
    tuned.best = {{8, 3, 24}, {64, 2}};
    tuned.speedup = 12.34;
    tuned.date = "2026-11-19";
    stage.seen.tuned = tuned;
    stage.frames(2);
    EXPECT_TRUE(stage.find("Use 8, 3, 24"));
    EXPECT_TRUE(stage.reads(
        "12.3 x as fast as Ex, found on 2026-11-19 with DP-MBR, block 64x2, on NVIDIA T4"));
}

// The curves meet in the best row: g 4, r 4, B 8.
TEST_F(LandscapePanelTest, RestingOnACurveTellsTheGainThere) {
    for (const auto& [chart, at, gain] : {std::tuple("S against g", "16", "2.00, 1.88 to 2.14"),
                                          std::tuple("S against r", "2", "3.00, 2.00 to 3.33"),
                                          std::tuple("S against B", "32", "6.00, 5.45 to 6.67")}) {
        const auto title = stage.find(chart);
        ASSERT_TRUE(title) << chart;
        std::optional<DrawnText> tick;  // the name at the bottom of this chart
        for (const auto& text : stage.texts())
            if (text.text == at && text.from.x > title->from.x + 25 &&
                text.from.x < title->from.x + 600 && text.from.y > title->to.y + 120 &&
                text.from.y < title->to.y + 200)
                tick = text;
        ASSERT_TRUE(tick) << chart;
        stage.hover({tick->middle().x, tick->from.y - 20});
        stage.frames(2);
        EXPECT_TRUE(stage.reads(std::string("measured ") + gain)) << chart;
    }
}

TEST_F(LandscapePanelTest, BetweenTwoMeasuredPointsTheNearerIsTold) {
    const auto title = stage.find("S against B");
    std::optional<DrawnText> left, right;
    for (const auto& text : stage.texts()) {
        if (text.from.y < title->to.y + 120 || text.from.y > title->to.y + 200) continue;
        if (text.text == "8" && text.from.x < title->from.x + 600) left = text;
        if (text.text == "32" && text.from.x < title->from.x + 600) right = text;
    }
    ASSERT_TRUE(left && right);
    const float a = left->middle().x, b = right->middle().x;
    for (const auto& [part, told] : {std::pair(0.45f, "B = 8.00"), std::pair(0.55f, "B = 32.0")}) {
        stage.hover({a + part * (b - a), left->from.y - 20});
        stage.frames(2);
        EXPECT_TRUE(stage.reads(told)) << part;
    }
}

// By the names 1 and 4 of the scale of the chart with this title.
float height_of(const Stage& stage, const char* title, double gain) {
    const auto named = stage.find(title);
    float at_1 = 0, at_4 = 0;
    for (const auto& text : stage.texts()) {
        if (!named || text.to.x > named->from.x + 60 || text.from.x < named->from.x) continue;
        if (text.from.y < named->to.y || text.from.y > named->to.y + 200) continue;
        if (text.text == "1") at_1 = text.middle().y;
        if (text.text == "4") at_4 = text.middle().y;
    }
    return at_1 + (at_4 - at_1) * static_cast<float>(std::log2(gain) / 2);
}

// Over r: a gain of 3 from runs of 9 to 15 ms, one of 10 from runs of 2.5 to 3.75 ms, beside 30 ms.
TEST_F(LandscapePanelTest, BarsThroughMeasuredPointsAreTheRangeOfTheRuns) {
    const auto title = stage.find("S against r");
    ASSERT_TRUE(title);
    for (const auto& [least, most] : {std::pair(2.0, 30 / 9.0), std::pair(8.0, 12.0)}) {
        int bars = 0;
        for (const auto& shape : stage.shapes(tone::draw))
            bars += shape.width() < 4 && shape.from.x > title->from.x &&
                    std::abs(shape.from.y - height_of(stage, "S against r", most)) < 2 &&
                    std::abs(shape.to.y - height_of(stage, "S against r", least)) < 2;
        EXPECT_EQ(bars, 1) << least << " to " << most;
    }
}

TEST_F(LandscapePanelTest, CellsWhoseRunsOverlapThoseOfTheBestAreMarked) {
    auto measured = sweep();
    const auto best = std::ranges::max_element(measured.rows, {}, &SweepRow::speedup);
    SweepRow& other = best == measured.rows.begin() ? measured.rows[1] : measured.rows[0];
    const auto label = significant(other.speedup());
    EXPECT_FALSE(stage.find(label + "~"));
    other.ms.min = best->ms.min;
    show(measured);
    EXPECT_TRUE(stage.find(label + "~"));
    EXPECT_FALSE(stage.find(significant(best->speedup()) + "~"));
    EXPECT_TRUE(stage.reads("~ runs overlap those of the best: the difference may be noise."));
}

TEST_F(LandscapePanelTest, ASingleCurveHasNoLegend) {
    EXPECT_TRUE(stage.find("S against g"));
    EXPECT_FALSE(stage.find("measured"));
}

// Measured with Ex in turn, it says more than the sweep, and nothing beside it contradicts.
TEST_F(LandscapePanelTest, WhatWasMeasuredSideBySideHasTheLastWord) {
    auto noisy = sweep();
    noisy.subject.ex_ms = {3, 31, 33};
    show(noisy);
    EXPECT_TRUE(stage.reads("This gain may be noise"));
    SweepRow measured = noisy.rows[4];
    measured.ms = {3.5, 4, 4.5};
    stage.seen.laboratory.tuned = std::make_shared<SweepRow>(measured);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("4.00 ms, and Ex"));
    EXPECT_TRUE(stage.reads("ms side by side with it."));
    EXPECT_FALSE(stage.reads("This gain may be noise"));
    EXPECT_FALSE(stage.reads("3.00 ms"));
}

}  // namespace
}  // namespace mariani::app
