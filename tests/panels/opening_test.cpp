#include "tests/panels/stage.hpp"

#include <algorithm>
#include <variant>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class OpeningCardTest : public testing::Test {
  protected:
    OpeningCardTest() {
        stage.seen.opening = OpeningFigures{3244, 1'000'000, 553'000, {}};
        stage.scene = status_overlay;
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
    EXPECT_TRUE(stage.reads("energy")) << "the race's tab is open";
    EXPECT_EQ(stage.state.laboratory_tab, "");
}

TEST_F(OpeningCardTest, Explores) {
    stage.click("Explore");
    EXPECT_TRUE(sent(Action::end_opening));
}

}  // namespace
}  // namespace mariani::app
