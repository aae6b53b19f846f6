// The side panel at every scale and in every window: nothing clipped, and always a picture.
#include "app/panels/tab.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr std::pair<const char*, void (*)(const PanelContext&)> panels[]{
    {"view", view_panel},       {"bookmarks", bookmarks_panel},   {"colour", colour_panel},
    {"export", export_panel},   {"appearance", appearance_panel}, {"regions", regions_panel},
    {"engine", engine_panel},   {"levels", levels_panel},         {"advanced", advanced_panel},
    {"timings", timings_panel}, {"laboratory", laboratory_entry}};

Observations everything_at_once() {
    auto seen = fake_observations();
    seen.precision_exhausted = true;
    seen.exporting = true;
    seen.export_path = "/home/somebody/Pictures/mariani/mariani-2026-01-01-120000-poster.png";
    seen.log.open = true;
    seen.log.path = "/home/somebody/mariani-timings.csv";
    seen.log.rows = 1'234'567;
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
            EXPECT_GT(stage.texts().size(), 4u) << name;
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

// A label that its button is too narrow for loses its last letters.
TEST(LayoutTest, NoButtonCutsItsLabelInTheLeastWindow) {
    Stage stage({640, 900});
    stage.seen = everything_at_once();
    stage.frames(3);
    for (const char* label : {"Laboratory", "Open a Julia set", "Home", "Undo", "Redo", "Copy",
                              "Paste", "Zoom to it", "Orbit", "Julia set", "Map"})
        EXPECT_TRUE(stage.find(label)) << label;
}

// Those that do not fit side by side stand in two rows.
TEST(LayoutTest, NoChoicesTouchInTheLeastWindow) {
    Stage stage({360, 1400});
    stage.seen = everything_at_once();
    stage.show(colour_panel, 340);
    stage.frames(3);
    const auto first = stage.find("cyclic"), last = stage.find("distance");
    for (const char* label : {"cyclic", "stretched", "equalised", "distance"})
        EXPECT_TRUE(stage.find(label)) << label;
    ASSERT_TRUE(first && last);
    EXPECT_GT(last->from.y, first->to.y);
    ImGui::GetIO().DisplaySize = {900, 1400};
    stage.show(colour_panel, 700);
    stage.frames(3);
    EXPECT_NEAR(stage.find("cyclic")->from.y, stage.find("distance")->from.y, 4);
}

// ImGui aborts the program if an item has no width or no height at all.
TEST(LayoutTest, EveryPanelSurvivesEveryWidth) {
    constexpr std::pair<const char*, void (*)(const PanelContext&)> of_the_laboratory[]{
        {"landscape", landscape_panel}, {"race", race_panel},  {"check", check_panel},
        {"model", model_panel},         {"tuned", tuned_rows}, {"work", work_legend}};
    std::vector all(std::begin(panels), std::end(panels));
    all.insert(all.end(), std::begin(of_the_laboratory), std::end(of_the_laboratory));
    for (const auto& [name, panel] : all) {
        SCOPED_TRACE(name);
        Stage stage({300, 1400});  // so high that nothing is scrolled out of sight
        stage.seen = everything_at_once();
        stage.seen.laboratory.sweep = std::make_shared<SweepResult>(sweep_of_two_by_two());
        for (int width = 1; width < 260; ++width) {
            stage.show(panel, static_cast<float>(width));
            stage.frame();
        }
    }
}

TEST(LayoutTest, ThePictureKeepsAPartAndTheColumnsFillTheRest) {
    for (const float scale : {1.0f, 1.5f, 2.0f})
        for (const float width : {200.0f, 640.0f, 1280.0f, 1920.0f, 3840.0f})
            for (const bool left : {false, true})
                for (const bool laboratory : {false, true}) {
                    Stage stage({width, 600}, scale);
                    stage.settings.panel_left = left;
                    const auto layout =
                        window_layout(stage.settings, laboratory, stage.fonts(), width);
                    const auto &picture = layout.picture, &beside = layout.laboratory,
                               &panel = layout.panel;
                    EXPECT_GE(picture.width, (laboratory ? 0.14f : 0.44f) * width);
                    EXPECT_FLOAT_EQ(picture.width + beside.width + panel.width, width);
                    EXPECT_EQ(beside.width > 0, laboratory);
                    EXPECT_EQ(panel.width > 0, layout.has_room_for_both || !laboratory);
                    EXPECT_EQ(layout.status, std::round(26 * scale));
                    const auto& outer = panel.width > 0 ? panel : beside;
                    EXPECT_FLOAT_EQ(left ? outer.left : outer.left + outer.width, left ? 0 : width);
                    EXPECT_FLOAT_EQ(left ? picture.left + picture.width : picture.left,
                                    left ? width : 0);
                }
}

TEST(LayoutTest, TheLaboratoryStandsBesideThePanelWhereThereIsRoomElseInItsPlace) {
    Stage stage;
    const auto narrow = window_layout(stage.settings, true, stage.fonts(), 1280);
    EXPECT_EQ(narrow.panel.width, 0);
    EXPECT_EQ(narrow.laboratory.width, 560);
    const auto wide = window_layout(stage.settings, true, stage.fonts(), 1920);
    EXPECT_EQ(wide.panel.width, 470);
    EXPECT_EQ(wide.laboratory.width, 560);
    EXPECT_EQ(wide.laboratory.left, 1920 - 470 - 560);
}

TEST(LayoutTest, AHiddenPanelTakesNothing) {
    Stage stage;
    stage.settings.panel_shown = false;
    stage.frames(2);
    EXPECT_EQ(stage.seen.layout.panel.width, 0);
    EXPECT_EQ(stage.seen.layout.picture.width, 1280);
    EXPECT_TRUE(stage.texts().empty());
}

TEST(LayoutTest, DraggingItsEdgeResizesAColumn) {
    Stage stage;
    stage.frames(2);
    stage.drag({1280 - 470 + 2, 400}, {1280 - 470 - 98, 400});
    EXPECT_EQ(stage.settings.panel_width, 570);
    stage.seen.laboratory_shown = true;
    stage.scene = laboratory_window;
    stage.frames(2);
    stage.drag({1280 - 560 + 2, 400}, {1280 - 560 + 52, 400});
    EXPECT_EQ(stage.settings.laboratory_width, 510);
    EXPECT_EQ(stage.settings.panel_width, 570);
}

TEST(LayoutTest, WhereBothColumnsStandNeitherIsDraggedOverTheOther) {
    Stage stage({2100, 900});
    stage.seen.laboratory_shown = true;
    stage.frames(2);
    const auto before = stage.seen.layout;
    ASSERT_GT(before.panel.width, 0);
    stage.drag({before.panel.left + 2, 400}, {before.panel.left - 400, 400});
    EXPECT_GT(stage.seen.layout.panel.width, before.panel.width);
    EXPECT_EQ(stage.seen.layout.laboratory.width, before.laboratory.width);
    const auto wide = stage.seen.layout;
    stage.drag({wide.panel.left + 2, 400}, {wide.panel.left + 102, 400});
    EXPECT_LT(stage.seen.layout.panel.width, wide.panel.width) << "and back again";
}

TEST(LayoutTest, EachPartHasItsOwnSections) {
    Stage stage({1280, 3000});
    stage.seen = fake_observations();
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Centre re"));
    EXPECT_FALSE(stage.reads("Show the region grid"));
    stage.click("Regions");
    EXPECT_EQ(stage.settings.panel_part, PanelPart::regions);
    EXPECT_TRUE(stage.reads("Show the region grid"));
    EXPECT_FALSE(stage.reads("Backend")) << "which is for experts";
    stage.click("Advanced");
    EXPECT_TRUE(stage.reads("Backend"));
    stage.click("Measure");
    EXPECT_TRUE(stage.reads("Timing log"));
    EXPECT_FALSE(stage.reads("Show the region grid"));
    stage.click("Explore");
    EXPECT_TRUE(stage.reads("Centre re"));
}

// Wherever one is, the three of them are there, and each has something to show.
TEST(LayoutTest, EveryWorkloadHasEachPart) {
    Stage stage({1280, 3000});
    stage.seen = fake_observations();
    for (const Tab* tab : stage.context().tabs) {
        SCOPED_TRACE(tab->label);
        stage.settings.workload = tab->workload;
        for (const auto& [label, part] :
             {std::pair("Regions", PanelPart::regions), std::pair("Measure", PanelPart::measure),
              std::pair("Explore", PanelPart::explore)}) {
            stage.click(label);
            EXPECT_EQ(stage.settings.panel_part, part) << label;
            stage.frames(2);
            int sections = 0;
            for (const Section& section : tab->sections) {
                const auto texts = stage.texts();
                const auto title = std::ranges::find_if(texts, [&](const DrawnText& text) {
                    return text.text == without_blanks(section.title) && text.from.y > 60;
                });
                if (section.part != part) continue;
                EXPECT_NE(title, texts.end()) << section.title;
                ++sections;
            }
            EXPECT_GT(sections, 0) << label;
        }
    }
}

TEST(LayoutTest, AnExperimentOpensInTheLaboratory) {
    Stage stage({1280, 1500});
    stage.settings.panel_part = PanelPart::measure;
    stage.seen = fake_observations();
    stage.frames(2);
    stage.click("Race");
    EXPECT_EQ(stage.state.laboratory_tab, "Race");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::toggle_laboratory));
    stage.seen.laboratory_shown = true;
    stage.scene = laboratory_window;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Runs, seed")) << "a field of the race";
}

TEST(LayoutTest, ThePanelAndItsSizeAreChosenUnderAppearance) {
    Stage stage({1280, 3000});
    stage.settings.sections["appearance"] = true;
    stage.frames(2);
    stage.click("left");
    EXPECT_TRUE(stage.settings.panel_left);
    stage.frames(2);
    EXPECT_EQ(stage.seen.layout.panel.left, 0);
    stage.click("right");
    EXPECT_FALSE(stage.settings.panel_left);
    stage.click("100%");
    stage.click("150%");
    EXPECT_EQ(stage.settings.interface_scale, 1.5f);
}

TEST(LayoutTest, ARefusedNumberMovesNothingAndIsExplainedBesideThePanel) {
    Stage stage({1280, 3000});
    stage.settings.panel_part = PanelPart::regions;
    stage.frames(3);
    const auto label = stage.find("Fill rule");
    stage.enter("r recurrent", "1");
    stage.frames(3);
    EXPECT_EQ(stage.find("Fill rule")->from.y, label->from.y);
    const auto why = stage.find("r is 1: it must be a whole number from 2 to 1024");
    ASSERT_TRUE(why);
    EXPECT_LT(why->to.x, stage.seen.layout.panel.left);
    EXPECT_NEAR(why->middle().y, stage.find("r recurrent")->middle().y, 12);
}

TEST(LayoutTest, ATooltipStandsBesideWhatItExplains) {
    for (const bool left : {false, true}) {
        Stage stage({1280, 3000});
        stage.settings.panel_left = left;
        stage.frames(3);
        stage.hover(stage.find("Height")->middle());
        stage.frames(60);
        const auto tip = stage.find("The height of the visible part of the plane.");
        ASSERT_TRUE(tip);
        const auto& panel = stage.seen.layout.panel;
        if (left)
            EXPECT_GT(tip->from.x, panel.left + panel.width);
        else
            EXPECT_LT(tip->to.x, panel.left);
    }
}

TEST(LayoutTest, SectionsOpenAndClose) {
    Stage stage({1280, 3000});
    stage.seen = fake_observations();
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Screenshot (F12)"));
    stage.click("Export");
    EXPECT_FALSE(stage.reads("Screenshot (F12)"));
    stage.click("Export");
    EXPECT_TRUE(stage.reads("Screenshot (F12)"));
}

}  // namespace
}  // namespace mariani::app
