// Every figure of the panel Levels, compared with values worked out by hand.
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

struct Row {
    double side;
    int regions, filled, subdivided, leaves, iterations;
    double ms;
};
constexpr Row rows[]{{220, 16, 3, 11, 2, 1000, 1.25},
                     {110, 44, 9, 30, 5, 3000, 2.5},
                     {55, 120, 33, 0, 87, 6000, 4.75}};

class LevelsPanelTest : public testing::Test {
  protected:
    LevelsPanelTest() {
        Frame frame = fake_frame();
        frame.stats.compute_ms = 9.9;
        frame.stats.levels.clear();
        for (const Row& row : rows) {
            LevelStats level;
            level.level = static_cast<int>(frame.stats.levels.size());
            level.side = row.side;
            level.regions = row.regions;
            level.filled = row.filled;
            level.subdivided = row.subdivided;
            level.leaves = row.leaves;
            level.iterations = row.iterations;
            level.ms = row.ms;
            if (level.level > 0) level.olt_entries = row.regions;
            level.olt_bytes = 4 * level.olt_entries;
            frame.stats.levels.push_back(level);
        }
        stage.seen.frame = std::make_shared<Frame>(frame);
        stage.show(levels_panel, 700);
        stage.frames(2);
    }

    // The cells of a row, identified by its side or "all".
    std::string row(std::string_view label) const {
        std::string cells;
        for (const char* head :
             {"regions", "filled", "subdiv", "leaves", "P_i", "ms", "iter", "OLT"})
            cells += stage.cell(label, head) + " ";
        return cells;
    }

    // The bars in the colour of a level, as fractions of the plot's height.
    float bar_of(int level) const {
        const auto bars = stage.shapes(level_tone(level));
        return bars.size() == 1 ? bars[0].height() / plot_height() : -1;
    }
    float plot_height() const { return stage.in_plot(0) - stage.in_plot(1); }

    Stage stage;
};

TEST_F(LevelsPanelTest, EachLevelHasItsCountsItsTimeAndItsShare) {
    EXPECT_EQ(row("220"), "16 3 11 2 0.69 1.25 10%  ");
    EXPECT_EQ(row("110"), "44 9 30 5 0.68 2.50 30% 176B ");
    EXPECT_EQ(row("55.0"), "120 33 0 87 - 4.75 60% 480B ");
    EXPECT_EQ(stage.line_of("2").front(), "55.0") << "the level's number";
}

TEST_F(LevelsPanelTest, TheLastRowHasTheSums) {
    EXPECT_EQ(row("all"), "180 45 41 94  8.50 100% 656B ");
    EXPECT_EQ(stage.line_of("all").size(), 7u) << "there is no P_i of all levels";
}

// Each part reaches down to 0, behind those below it.
TEST_F(LevelsPanelTest, OutcomesAreStackedByTheirShares) {
    std::array<double, 3> below{};  // at each level
    for (const auto& [outcome, count, label] :
         {std::tuple(Outcome::filled, &Row::filled, "filled"),
          std::tuple(Outcome::leaf, &Row::leaves, "leaves"),
          std::tuple(Outcome::subdivided, &Row::subdivided, "subdivided")}) {
        const auto bars = stage.shapes(outcome_tone(outcome));
        ASSERT_EQ(bars.size(), 4u) << "one for each level, and the legend's swatch";
        for (std::size_t i = 0; i < 3; ++i) {
            below[i] += static_cast<double>(rows[i].*count) / rows[i].regions;
            EXPECT_NEAR(bars[i].from.y, stage.in_plot(below[i]), 1.5)
                << name_of(outcome) << " of level " << i;
            EXPECT_NEAR(bars[i].to.y, stage.in_plot(0), 1.5);
        }
        EXPECT_NEAR(bars[3].to.x, stage.find(label)->from.x, 12) << label;
    }
    const auto filled = stage.shapes(outcome_tone(Outcome::filled)),
               subdivided = stage.shapes(outcome_tone(Outcome::subdivided));
    const auto all = stage.shapes();
    const auto place = [&](const DrawnShape& bar) {
        return std::ranges::find_if(all,
                                    [&](const DrawnShape& shape) {
                                        return shape.colour == bar.colour &&
                                               shape.from.y == bar.from.y;
                                    }) -
               all.begin();
    };
    EXPECT_GT(place(filled[0]), place(subdivided[0])) << "what is below is drawn over it";
}

TEST_F(LevelsPanelTest, AClickOnABarShowsOnlyItsLevel) {
    const auto bars = stage.shapes(outcome_tone(Outcome::filled));
    ASSERT_EQ(bars.size(), 4u);
    stage.click(bars[1].middle());
    EXPECT_TRUE(only_level_shown(stage.settings.overlay, 1));
    stage.click(bars[1].middle());
    EXPECT_FALSE(only_level_shown(stage.settings.overlay, 1));
    EXPECT_TRUE(stage.settings.overlay.shown);
}

// As WCAG defines it; 3 is its least for parts of charts.
double contrast(const ImVec4& one, const ImVec4& other) {
    const auto luminance = [](const ImVec4& colour) {
        const auto linear = [](float part) {
            return part <= 0.04045f ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
    };
    const double a = luminance(one) + 0.05, b = luminance(other) + 0.05;
    return std::max(a, b) / std::min(a, b);
}

TEST_F(LevelsPanelTest, BarsAreSeenOnThePanel) {
    for (const auto& ground : {tone::window, tone::field}) {
        for (const Outcome outcome : {Outcome::filled, Outcome::subdivided, Outcome::leaf})
            EXPECT_GT(contrast(outcome_tone(outcome), ground), 3) << name_of(outcome);
        for (int level = 0; level < 12; ++level)
            EXPECT_GT(contrast(level_tone(level), ground), 3) << level;
    }
}

TEST_F(LevelsPanelTest, ABarPerLevelShowsItsTimeOrItsIterations) {
    stage.click("ms");
    EXPECT_TRUE(stage.find("5.00")) << "the scale's end";
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(bar_of(i), rows[i].ms / 5, 0.02) << i;
    stage.click("iterations");
    EXPECT_TRUE(stage.reads("6.00 k"));
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(bar_of(i), rows[i].iterations / 6000.0, 0.02) << i;
}

TEST_F(LevelsPanelTest, RestingOnABarTellsItsLevel) {
    const auto bars = stage.shapes(outcome_tone(Outcome::filled));
    stage.hover({bars[1].middle().x, bars[1].from.y});
    stage.frames(60);
    EXPECT_TRUE(stage.reads("level 1, side 110"));
    EXPECT_TRUE(stage.reads("44 regions: 9 filled, 30 subdivided, 5 leaves"));
    EXPECT_TRUE(stage.reads("2.50 ms, 30.0 % of the iterations"));
}

TEST_F(LevelsPanelTest, ANarrowPanelTellsWhichColumnsAWiderOneHas) {
    EXPECT_TRUE(stage.find("side"));
    EXPECT_FALSE(stage.reads("Widen the panel"));
    stage.show(levels_panel, 300);
    stage.frames(2);
    EXPECT_FALSE(stage.find("side"));
    EXPECT_TRUE(stage.reads("Widen the panel to see: side, leaves, ms, iter, OLT."));
}

TEST_F(LevelsPanelTest, WhatDidNotFitOnTheGpuIsCounted) {
    Frame frame = *stage.seen.frame;
    frame.stats.launches = 4'321;
    frame.stats.full_table = 56;
    stage.seen.frame = std::make_shared<Frame>(frame);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Kernel launches: 4,321."));
    EXPECT_TRUE(stage.reads("An offset lookup table (OLT) was full 56 times"));
    EXPECT_FALSE(stage.reads("device-side launches failed"));
}

}  // namespace
}  // namespace mariani::app
