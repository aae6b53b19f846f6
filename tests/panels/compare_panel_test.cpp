// What is compared with: its choice, what is said of it, and the line between both pictures.
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class ComparePanelTest : public testing::Test {
  protected:
    ComparePanelTest() { stage.seen = fake_observations(); }

    void show(const ComparedView& view) {
        stage.seen.compared = view;
        stage.frames(2);
    }

    Stage stage;
};

TEST_F(ComparePanelTest, OnePicturesIsChosen) {
    stage.show(compare_panel);
    stage.click("no fills");
    EXPECT_EQ(stage.settings.compare.with, Compared::fills);
    stage.click("palette");
    EXPECT_EQ(stage.settings.compare.with, Compared::palette);
    stage.frames(2);
    stage.click("inferno");
    stage.click("viridis");
    EXPECT_EQ(stage.settings.compare.palette, "viridis");
    EXPECT_EQ(stage.settings.colouring.palette, render::Colouring{}.palette);
}

TEST_F(ComparePanelTest, TheButtonIsHeldAsTheKeyIs) {
    stage.show(compare_panel);
    stage.click("Hold to see it");
    ASSERT_EQ(stage.commands.size(), 2u);
    EXPECT_TRUE(is(stage.commands[0], Action::show_compared));
    EXPECT_TRUE(is(stage.commands[1], Action::hide_compared));
    stage.click("Wiper");
    EXPECT_TRUE(is(stage.commands[2], Action::toggle_wiper));
}

TEST_F(ComparePanelTest, TheCaptionSaysWhatIsSeen) {
    stage.scene = compare_overlay;
    stage.state.compare_held = true;
    show({Compared::engine, {}, true, {}, {}});
    EXPECT_TRUE(stage.reads("Ex: computing"));
    show({Compared::engine, {}, false, 0, 1});
    EXPECT_TRUE(stage.reads("Ex: 1 pixel differs"));
    stage.settings.compare.with = Compared::fills;
    show({Compared::fills, {}, false, 0, 352'000});
    EXPECT_TRUE(stage.reads("Computed pixels: 50.0 %"));
    stage.settings.compare.with = Compared::palette;
    show({Compared::palette, {}, false, 0, {}});
    EXPECT_TRUE(stage.find("inferno"));
}

TEST_F(ComparePanelTest, BothCaptionsSayHowSureTheirDwellsAre) {
    stage.scene = compare_overlay;
    stage.settings.compare.wiper = true;
    stage.settings.panel_shown = false;
    stage.seen.picture = {1280, 800};
    stage.seen.exactness = {Exactness::proven, 1};
    show({Compared::engine, {}, false, 640, 3, Exactness{Exactness::computed}});
    EXPECT_TRUE(stage.reads("ASK: proven"));
    EXPECT_TRUE(stage.reads("Ex: 3 pixels are wrong"));
    show({Compared::engine, {}, false, 640, 0, Exactness{Exactness::proven}});
    EXPECT_TRUE(stage.reads("Ex: 0 pixels differ; proven"));
    stage.seen.exactness = {Exactness::computed, 1};
    show({Compared::engine, {}, false, 640, 3, Exactness{Exactness::unknown}});
    EXPECT_TRUE(stage.reads("Ex: 3 pixels differ; not verified"));
    stage.settings.compare.with = Compared::palette;
    show({Compared::palette, {}, false, 640, {}});
    EXPECT_FALSE(stage.reads("proven")) << "the dwells are the same";
}

TEST_F(ComparePanelTest, TheDividerIsDraggedWithinThePicture) {
    stage.scene = compare_overlay;
    stage.settings.compare = {Compared::engine, "inferno", true, 0.5};
    stage.settings.panel_shown = false;
    stage.seen.picture = {1280, 800};
    show({Compared::engine, {}, false, 640, 0});
    EXPECT_TRUE(stage.find("ASK"));
    EXPECT_TRUE(stage.reads("Ex: 0 pixels differ"));
    stage.drag({640, 200}, {320, 220});
    EXPECT_NEAR(stage.settings.compare.divider, 0.25, 1e-6);
    stage.seen.compared->from = 320;
    stage.drag({320, 200}, {-50, 200});
    EXPECT_EQ(stage.settings.compare.divider, 0);
}

}  // namespace
}  // namespace mariani::app
