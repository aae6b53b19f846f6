#include "tests/panels/stage.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class OpeningCardTest : public testing::Test {
  protected:
    OpeningCardTest() {
        stage.seen.opening = OpeningFigures{3244, 1'000'000, 553'000, {}};
        stage.scene = insets;
        stage.frames(3);
    }

    bool sent(Action action) const {
        return std::ranges::any_of(stage.commands,
                                   [&](const Command& each) { return is(each, action); });
    }
    template <typename C>
    bool sent() const {
        return std::ranges::any_of(
            stage.commands, [](const Command& each) { return std::holds_alternative<C>(each); });
    }

    Stage stage;
};

TEST_F(OpeningCardTest, TellsWhatSubdivisionSaved) {
    EXPECT_TRUE(stage.reads("3,244 regions. 55.3 % of the pixels were never iterated."));
    stage.seen.opening->times_less_work = 7.104;
    stage.frames(2);
    EXPECT_TRUE(
        stage.reads("55.3 % of the pixels were never iterated: 7.10 times less work than iterating "
                    "every pixel, without shortcuts."));
}

TEST_F(OpeningCardTest, PlaysAgainAndStops) {
    stage.click("Play again");
    EXPECT_TRUE(sent(Action::play_subdivision));
    stage.state.replay.play();
    stage.frames(2);
    EXPECT_TRUE(stage.find("Stop"));
    EXPECT_FALSE(stage.find("Play again"));
}

TEST_F(OpeningCardTest, RacesOnThisPicture) {
    stage.click("Race");
    EXPECT_TRUE(sent(Action::toggle_laboratory));
    EXPECT_TRUE(sent<command::Race>());
    EXPECT_EQ(stage.state.laboratory_tab, "Race");
    stage.seen.laboratory_shown = true;
    stage.scene = laboratory_window;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Energy")) << "the race's tab is open";
}

TEST_F(OpeningCardTest, FadesBeforeItIsGone) {
    const auto colour_at = [&](double now) {
        stage.seen.now = now;
        stage.frames(2);
        const auto title = stage.find("How it works");
        return title ? title->colour >> IM_COL32_A_SHIFT : 0;
    };
    stage.seen.opening->gone = 30;
    const ImU32 whole = colour_at(29);
    EXPECT_EQ(whole, colour_at(10));
    EXPECT_GT(whole, colour_at(29.5));
    EXPECT_GT(colour_at(29.5), colour_at(29.9));
}

TEST_F(OpeningCardTest, IsClosedByItsCross) {
    stage.click_cross();
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(sent(Action::end_opening));
}

// With the laboratory in the panel's place, and with the panel; 640 and 480 are the least.
TEST_F(OpeningCardTest, StandsWholeInThePicturesCornerAtEverySize) {
    for (const auto& [width, height] :
         {std::pair(1920.0f, 1080.0f), std::pair(1280.0f, 720.0f), std::pair(640.0f, 480.0f)})
        for (const bool panel : {true, false}) {
            SCOPED_TRACE(std::to_string(width) + (panel ? " beside the panel" : ""));
            ImGui::GetIO().DisplaySize = {width, height};
            stage.settings.panel_shown = panel;
            stage.seen.opening->times_less_work = 7.104;
            stage.frames(3);
            const auto& picture = stage.seen.layout.picture;
            ASSERT_TRUE(stage.find("How it works"));
            for (const char* label : {"Tour", "Play again", "Race"})
                EXPECT_TRUE(stage.find(label)) << label;
            for (const DrawnText& text : stage.texts()) {
                EXPECT_FALSE(text.clipped) << text.text;
                EXPECT_GE(text.from.x, picture.left) << text.text;
                EXPECT_LE(text.to.x, picture.left + picture.width) << text.text;
                EXPECT_LE(text.to.y, height - stage.seen.layout.status) << text.text;
            }
            EXPECT_LT(stage.find("How it works")->from.y, 60);
        }
}

}  // namespace
}  // namespace mariani::app
