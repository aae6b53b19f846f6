// The side panel at every scale and in every window: nothing clipped, and always a picture.
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr std::pair<const char*, void (*)(const PanelContext&)> panels[]{
    {"engine", engine_panel},   {"view", view_panel},          {"colour", colour_panel},
    {"regions", regions_panel}, {"timings", timings_panel},    {"levels", levels_panel},
    {"export", export_panel},   {"bookmarks", bookmarks_panel}};

Observations everything_at_once() {
    auto seen = fake_observations();
    seen.precision_exhausted = true;
    seen.exporting = true;
    seen.export_path = "/home/somebody/Pictures/mariani/mariani-2026-01-01-120000-poster.png";
    seen.logging = true;
    seen.log_path = "/home/somebody/mariani-timings.csv";
    seen.log_rows = 1'234'567;
    return seen;
}

SweepResult sweep_of_two_by_two() {
    SweepResult made;
    made.subject.plan = fake_frame().plan;
    made.subject.ex_ms = {29, 31, 33};
    for (const int g : {2, 4})
        for (const int B : {8, 32})
            made.rows.push_back({{{g, 2, B}, {32, 8}}, 7, {9, 10, 11}, 30, 1, 2, 3});
    return made;
}

TEST(LayoutTest, NoPanelClipsItsTextAtAnyScale) {
    for (const float scale : {1.0f, 1.5f, 2.0f})
        for (const auto& [name, panel] : panels) {
            Stage stage({500 * scale, 1200 * scale}, scale);
            stage.seen = everything_at_once();
            stage.settings.overlay.shown = true;
            stage.show(panel);
            stage.frames(3);
            EXPECT_GT(stage.texts().size(), 5u) << name;
            for (const auto& text : stage.texts())
                EXPECT_FALSE(text.clipped) << name << " at " << scale << ": " << text.text;
        }
}

TEST(LayoutTest, NoPanelClipsItsTextWhereItIsNarrow) {
    for (const auto& [name, panel] : panels) {
        Stage stage({360, 1400});
        stage.seen = everything_at_once();
        stage.show(panel, 340);
        stage.frames(3);
        for (const auto& text : stage.texts())
            EXPECT_FALSE(text.clipped) << name << ": " << text.text;
    }
}

// ImGui aborts the program if an item has no width or no height at all.
TEST(LayoutTest, EveryPanelSurvivesEveryWidth) {
    constexpr std::pair<const char*, void (*)(const PanelContext&)> of_the_laboratory[]{
        {"landscape", landscape_panel}, {"gain curves", gain_curves_panel},
        {"race", race_panel},           {"check", check_panel},
        {"model", model_panel},         {"tuned", tuned_rows},
        {"work", work_legend}};
    std::vector all(std::begin(panels), std::end(panels));
    all.insert(all.end(), std::begin(of_the_laboratory), std::end(of_the_laboratory));
    for (const auto& [name, panel] : all) {
        SCOPED_TRACE(name);
        Stage stage({300, 400});
        stage.seen = everything_at_once();
        stage.seen.laboratory.sweep = std::make_shared<SweepResult>(sweep_of_two_by_two());
        for (int width = 1; width < 260; ++width) {
            stage.show(panel, static_cast<float>(width));
            stage.frame();
        }
    }
}

TEST(LayoutTest, ThePictureKeepsItsShareOfSmallWindows) {
    for (const float scale : {1.0f, 1.5f, 2.0f})
        for (const float width : {200.0f, 640.0f, 1280.0f, 3840.0f})
            for (const bool left : {false, true}) {
                Stage stage({width, 600}, scale);
                stage.settings.panel_left = left;
                stage.seen = everything_at_once();
                stage.frames(3);
                const auto extent = side_panel_extent(stage.settings, stage.fonts(), width);
                EXPECT_LE(extent.width, 0.6f * width);
                EXPECT_EQ(extent.left, left ? 0 : width - extent.width);
            }
}

TEST(LayoutTest, AHiddenPanelTakesNothing) {
    Stage stage;
    stage.settings.panel_shown = false;
    stage.frames(2);
    EXPECT_EQ(side_panel_extent(stage.settings, stage.fonts(), 1280).width, 0);
    EXPECT_TRUE(stage.texts().empty());
}

TEST(LayoutTest, DraggingItsEdgeResizesThePanel) {
    Stage stage;
    stage.seen = fake_observations();
    stage.frames(2);
    const float before = side_panel_extent(stage.settings, stage.fonts(), 1280).width;
    stage.drag({1280 - before + 2, 400}, {1280 - before - 98, 400});
    EXPECT_NEAR(side_panel_extent(stage.settings, stage.fonts(), 1280).width, before + 100, 2);
}

TEST(LayoutTest, ThePanelMovesToTheOtherSide) {
    Stage stage;
    stage.frames(2);
    stage.click("<");
    EXPECT_TRUE(stage.settings.panel_left);
    stage.click(">");
    EXPECT_FALSE(stage.settings.panel_left);
}

TEST(LayoutTest, SectionsOpenAndClose) {
    Stage stage({1280, 3000});
    stage.seen = fake_observations();
    stage.frames(2);
    EXPECT_FALSE(stage.reads("Screenshot (F12)"));
    stage.click("Export");
    EXPECT_TRUE(stage.reads("Screenshot (F12)"));
    stage.click("Export");
    EXPECT_FALSE(stage.reads("Screenshot (F12)"));
}

}  // namespace
}  // namespace mariani::app
