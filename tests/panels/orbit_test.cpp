// The orbit of the point under the mouse: its dots and lines in the picture, its card's figures.
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Line = std::vector<std::string>;

class OrbitTest : public testing::Test {
  protected:
    OrbitTest() {
        stage.seen = fake_observations();
        stage.settings.panel_shown = false;
        stage.settings.engine.dwell_limit = 512;
        stage.seen.picture = {1280, 800};
        stage.seen.view = {{0, 0}, 8};  // 100 pixels to the unit
        stage.seen.orbit = PointOrbit{{{0, 1}, {-1, 1}, {40, -1}}, 2, true, 40.0125, std::nullopt};
        stage.scene = [](const PanelContext& context) {
            orbit_overlay(context);
            insets(context);
        };
        stage.frames(3);
    }

    // Whether a dot is in the picture, so many pixels right of and above its centre.
    bool dot_at(float right, float up) const {
        for (const auto& shape : stage.shapes())
            if (std::abs(shape.middle().x - 640 - right) < 1.5f &&
                std::abs(shape.middle().y - 400 + up) < 1.5f && shape.width() < 16)
                return true;
        return false;
    }

    Stage stage;
};

TEST_F(OrbitTest, ADotMarksEachPointInThePicture) {
    EXPECT_TRUE(dot_at(0, 100));
    EXPECT_TRUE(dot_at(-100, 100));
    EXPECT_FALSE(dot_at(100, 100));
}

TEST_F(OrbitTest, LinesEndAtThePicturesEdge) {
    stage.seen.orbit->points = {{0, 1}, {1e15, 1}, {-1e15, -3}};
    stage.frames(3);
    float right = 0;
    for (const auto& shape : stage.shapes()) {
        EXPECT_LE(shape.to.x, 1290);
        EXPECT_GE(shape.from.x, -10);
        right = std::max(right, shape.to.x);
    }
    EXPECT_GT(right, 1275) << "the line leads out of the picture";
}

TEST_F(OrbitTest, TheCardNamesDwellPeriodAndModulus) {
    EXPECT_EQ(stage.line_of("dwell"), Line{"2"});
    EXPECT_EQ(stage.line_of("period"), Line{"none"});
    EXPECT_EQ(stage.line_of("|z|,step2"), Line{"40.01"});
    stage.seen.orbit = PointOrbit{{{0, 0}}, 512, false, 0.25, 3};
    stage.frames(3);
    EXPECT_EQ(stage.line_of("dwell"), Line{"inside"});
    EXPECT_EQ(stage.line_of("period"), Line{"3"});
    stage.seen.orbit->period.reset();
    stage.frames(3);
    EXPECT_EQ(stage.line_of("period"), Line{"notfound"});
}

TEST_F(OrbitTest, APointThatIsNotFollowedToTheLimitIsNotCalledInside) {
    stage.settings.engine.dwell_limit = 1'000'000;
    stage.seen.orbit = PointOrbit{{{0, 0}}, 16'384, false, 0.25, std::nullopt};
    stage.frames(3);
    EXPECT_EQ(stage.line_of("dwell"), Line{"over16,384"});
}

TEST_F(OrbitTest, WithoutAnOrbitThereIsNothing) {
    stage.seen.orbit.reset();
    stage.frames(3);
    EXPECT_FALSE(stage.reads("Orbit"));
    EXPECT_TRUE(stage.shapes().empty());
}

TEST(OrbitToggleTest, ThePanelTogglesIt) {
    Stage stage;
    stage.show(view_panel, 700);
    stage.frames(2);
    stage.click("Orbit");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::toggle_orbit));
}

}  // namespace
}  // namespace mariani::app
