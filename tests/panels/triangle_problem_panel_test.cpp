// The rows of the tab Triangle that are a problem's knobs.
#include "app/settings/triangle_settings.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class TriangleProblemPanelTest : public testing::Test {
  protected:
    TriangleProblemPanelTest() {
        stage.seen = fake_observations();
        stage.settings.workload = Workload::triangle;
        stage.unfold_details();
        stage.open(PanelPart::regions);
    }

    TriangleSettings& shown() { return *stage.settings.triangle; }
    triangle::Problem& problem() { return shown().problem; }

    Stage stage{{1280, 1600}};
};

TEST_F(TriangleProblemPanelTest, FieldsTakeWhatIsAllowedAndRefuseTheRest) {
    stage.enter("N side", "777");
    EXPECT_EQ(problem().side, 777);
    stage.enter("N side", "131073");
    EXPECT_EQ(problem().side, 777);
    EXPECT_TRUE(stage.reads("n is 131073: it must be a whole number from 1 to 131072"));
    stage.enter("Seed", "12");
    EXPECT_EQ(problem().seed, 12u);
    stage.enter("Seed", "-1");
    EXPECT_EQ(problem().seed, 12u);
    stage.click("32");
    EXPECT_EQ(problem().block, 32);
}

TEST_F(TriangleProblemPanelTest, EpsilonAndMAreOfTheMapsThatHaveThem) {
    stage.enter("m of REC", "5");
    EXPECT_EQ(problem().rec_base, std::nullopt);
    shown().map = triangle::MapKind::rec;
    stage.frames(2);
    stage.enter("m of REC", "5");
    EXPECT_EQ(problem().rec_base, 5);
    stage.enter("m of REC", "auto");
    EXPECT_EQ(problem().rec_base, std::nullopt);
    shown().map = triangle::MapKind::ltm_n;
    stage.frames(2);
    stage.enter("\xce\xb5 epsilon", "0.25");
    EXPECT_EQ(problem().epsilon, 0.25);
    stage.enter("\xce\xb5 epsilon", "0.75");
    EXPECT_EQ(problem().epsilon, 0.25);
    EXPECT_TRUE(stage.reads("epsilon must be a number from -0.5 to 0.5"));
}

TEST_F(TriangleProblemPanelTest, AGreyFieldNamesTheMapsThatUseIt) {
    const auto hover = [&](const char* label) {
        stage.hover(stage.value_of(label)->middle());
        stage.frames(60);
    };
    hover("m of REC");
    EXPECT_TRUE(stage.reads("Used by REC: the others have no such squares."));
    hover("\xce\xb5 epsilon");
    EXPECT_TRUE(stage.reads("Used by LTM-X, LTM-R, LTM-N: the others have none."));
}

// Whole numbers that the test cannot have are not shown; other values that it cannot are grey.
TEST_F(TriangleProblemPanelTest, ButtonsAreWhatTheTestCanHave) {
    EXPECT_FALSE(stage.find("128"));
    problem().test = triangle::Task::collision;
    stage.frames(2);
    for (const char* side : {"64", "128", "256"}) EXPECT_TRUE(stage.find(side)) << side;
    EXPECT_FALSE(stage.find("32"));
    stage.click("full");
    EXPECT_EQ(problem().layout, std::nullopt);
    stage.click("64");
    EXPECT_EQ(problem().block, 64);
    stage.click("auto");
    EXPECT_EQ(problem().block, std::nullopt);
}

TEST_F(TriangleProblemPanelTest, AnotherTestLeavesWhatItCannotHaveToTheProgram) {
    problem().block = 16;
    problem().diagonal = true;
    stage.open(PanelPart::explore);
    stage.click("EDM");
    stage.frames(2);
    stage.click("collision");
    stage.frames(2);
    EXPECT_EQ(problem().test, triangle::Task::collision);
    EXPECT_EQ(problem().block, std::nullopt);
    EXPECT_EQ(problem().diagonal, std::nullopt);
    EXPECT_FALSE(why_invalid(shown()));
}

TEST_F(TriangleProblemPanelTest, AutomaticFieldsTellWhatTheyTook) {
    for (const char* taken : {"auto: 16", "auto: 4", "auto: on", "auto: packed"}) {
        const auto label = stage.find(taken);
        ASSERT_TRUE(label) << taken;
        EXPECT_FALSE(label->clipped) << taken;
    }
    problem().test = triangle::Task::collision;
    stage.frames(2);
    for (const char* taken : {"auto: 128", "auto: 3", "auto: off", "auto: tiles"})
        EXPECT_TRUE(stage.find(taken)) << taken;
    problem().test = triangle::Task::edm;
    shown().map = triangle::MapKind::rec;
    problem().side = 16 * 65;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("takes 17"));
    problem().rec_base = 5;
    problem().block = 8;
    stage.frames(2);
    EXPECT_FALSE(stage.reads("takes"));
    EXPECT_FALSE(stage.reads("auto: 16"));
}

}  // namespace
}  // namespace mariani::app
