// The palette editor: stops are added, moved, coloured and removed, and the palette in use follows.
#include "render/picture/palette_stops.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using render::PaletteStop;

class PaletteEditorTest : public testing::Test {
  protected:
    PaletteEditorTest() {
        use({{0, {255, 0, 0}}, {0.5, {0, 255, 0}}, {1, {0, 0, 255}}});
        stage.show(palette_editor, 470);
        stage.frames(2);
    }

    void use(const std::vector<PaletteStop>& stops) {
        stage.settings.colouring.palette = render::text_of_stops(stops);
    }
    std::vector<PaletteStop> used() const {
        return render::parse_stops(stage.settings.colouring.palette);
    }
    // The handle of this colour.
    ImVec2 handle(ImU32 colour) const {
        for (const auto& shape : stage.shapes())
            if (shape.colour == colour && shape.width() == 12 && shape.height() == 12)
                return shape.middle();
        ADD_FAILURE() << "there is no such handle";
        return {};
    }
    float bar_left() const { return handle(IM_COL32(255, 0, 0, 255)).x; }
    float bar_width() const { return handle(IM_COL32(0, 0, 255, 255)).x - bar_left(); }
    ImVec2 on_bar(float at) const {
        return {bar_left() + at * bar_width(), handle(IM_COL32(255, 0, 0, 255)).y - 20};
    }

    Stage stage;
};

TEST_F(PaletteEditorTest, AClickOnTheBarAddsAStopOfTheColourThere) {
    stage.click(on_bar(0.25f));
    const auto stops = used();
    ASSERT_EQ(stops.size(), 4u);
    EXPECT_NEAR(stops[1].at, 0.25, 0.01);
    EXPECT_NEAR(stops[1].colour.r, 128, 4);
    EXPECT_NEAR(stops[1].colour.g, 128, 4);
}

TEST_F(PaletteEditorTest, AHandleIsDraggedUpToItsNeighbour) {
    const ImVec2 from = handle(IM_COL32(0, 255, 0, 255));
    stage.drag(from, {from.x + 0.2f * bar_width(), from.y});
    EXPECT_NEAR(used()[1].at, 0.7, 0.01);
    stage.drag(handle(IM_COL32(0, 255, 0, 255)), {from.x + 2 * bar_width(), from.y});
    EXPECT_NEAR(used()[1].at, 0.999, 1e-9);
    EXPECT_EQ(used()[1].colour, (render::Rgb8{0, 255, 0}));
}

TEST_F(PaletteEditorTest, TheMarkedStopIsRemovedButNotTheLastOne) {
    stage.click(handle(IM_COL32(0, 255, 0, 255)));
    EXPECT_EQ(used().size(), 3u) << "it is only marked";
    stage.click("Remove");
    ASSERT_EQ(used().size(), 2u);
    EXPECT_EQ(used()[1].colour, (render::Rgb8{0, 0, 255}));
    stage.click("Remove");
    stage.click("Remove");
    EXPECT_EQ(used().size(), 1u);
}

TEST_F(PaletteEditorTest, AnotherPaletteIsEditedByStopsLikeIt) {
    stage.settings.colouring.palette = "two";
    stage.seen.palettes = {{"two", {{255, 0, 0}, {0, 0, 255}}}};
    stage.frames(2);
    EXPECT_EQ(stage.settings.colouring.palette, "two") << "nothing is changed yet";
    stage.click(on_bar(0.5f));
    EXPECT_EQ(used().size(), 3u);
}

TEST_F(PaletteEditorTest, APaletteThatWasSavedKeepsItsStops) {
    const std::vector<PaletteStop> stops{
        {0, {255, 0, 0}}, {0.001, {254, 0, 0}}, {0.5, {127, 0, 128}}, {1, {0, 0, 255}}};
    stage.settings.colouring.palette = "saved.gpl";
    stage.seen.palettes = {
        {"saved.gpl", render::palette_of_stops(stops).colours, render::text_of_stops(stops)}};
    stage.frames(2);
    stage.click(on_bar(0.75f));
    ASSERT_EQ(used().size(), 5u);
    for (const auto& stop : stops) EXPECT_EQ(std::ranges::count(used(), stop), 1) << stop.at;
}

TEST_F(PaletteEditorTest, ItIsSavedUnderAName) {
    stage.click("Save");
    EXPECT_TRUE(stage.commands.empty()) << "without a name";
    stage.state.palette_editor.name = "evening";
    stage.frames(2);
    stage.click("Save");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_EQ(std::get<command::SavePalette>(stage.commands[0]).name, "evening");
}

TEST(PaletteEditorButtonTest, TheColourPanelOpensIt) {
    Stage stage;
    stage.settings.colouring.palette = "stops:0 ff0000,1 0000ff";
    stage.show(colour_panel, 470);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("own colours"));
    EXPECT_FALSE(stage.reads("Remove"));
    stage.click("Edit");
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Remove"));
    stage.click("Edit");
    stage.frames(2);
    EXPECT_FALSE(stage.reads("Remove"));
}

}  // namespace
}  // namespace mariani::app
