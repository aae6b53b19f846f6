// The insets beside the picture: the Julia set, the minimap, and where they are.
#include "app/panels/card.hpp"
#include "app/panels/panel_style.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class InsetsTest : public testing::Test {
  protected:
    InsetsTest() {
        stage.seen = fake_observations();
        stage.settings.panel_shown = false;
        stage.seen.picture = {1280, 800};
        stage.seen.view = stage.settings.view = {{-0.745, 0.113}, 0.02};
        stage.scene = insets;
    }

    void show_julia() {
        stage.seen.julia = JuliaView{{-0.74364, 0.13182}, 7};
        stage.frames(3);
    }
    void show_map() {
        stage.seen.minimap = MinimapView{minimap_view, {320, 260}, 8};
        stage.frames(3);
    }
    const InsetPlaces& places() const { return stage.state.insets; }

    // Where a point of the plane is on the map.
    ImVec2 on_map(double re, double im) const {
        const auto& at = *places().minimap;
        const double unit = at.height / 2.56;
        return {static_cast<float>(at.x + 0.5 * at.width + (re + 0.7) * unit),
                static_cast<float>(at.y + 0.5 * at.height - im * unit)};
    }
    View goal() const {
        return stage.commands.empty() ? View{} : std::get<command::GoTo>(stage.commands[0]).view;
    }

    Stage stage;
};

TEST_F(InsetsTest, TheJuliaSetHasACaptionAndAPlaceInTheUpperRightCorner) {
    show_julia();
    EXPECT_TRUE(stage.reads("Julia set of -0.7436, 0.1318"));
    ASSERT_EQ(stage.images().size(), 1u);
    const auto image = stage.images()[0];
    EXPECT_EQ(image.texture, 7u);
    EXPECT_EQ(image.width(), julia_side);
    EXPECT_EQ(image.height(), julia_side);
    EXPECT_LT(1280 - image.to.x, 40);
    EXPECT_LT(image.from.y, 40);
    ASSERT_TRUE(places().julia);
    EXPECT_NEAR(static_cast<float>(places().julia->x), image.from.x, 1);
    EXPECT_GT(places().width, julia_side);
}

TEST_F(InsetsTest, OneStandsBelowTheOther) {
    show_julia();
    show_map();
    stage.seen.orbit = PointOrbit{{{0, 0}}, 5, true, 3, std::nullopt};
    stage.frames(3);
    const auto& julia = places().julia;
    const auto& map = places().minimap;
    ASSERT_TRUE(julia && map);
    EXPECT_GT(map->y, julia->y + julia->height);
    EXPECT_GT(stage.find("Orbit")->from.y, static_cast<float>(map->y + map->height));
}

TEST_F(InsetsTest, TheMapIsExplainedWithinTheWindow) {
    show_map();
    stage.hover(on_map(0, 0));
    stage.frames(60);
    const auto texts = stage.texts();
    const auto why = std::ranges::find_if(texts, [](const DrawnText& text) {
        return text.text.starts_with("Theview'splaceinthewholeset.");
    });
    ASSERT_NE(why, texts.end());
    EXPECT_GE(why->from.y, 0);
    EXPECT_LT(why->to.x, static_cast<float>(places().minimap->x)) << "beside the map";
}

TEST_F(InsetsTest, AnOrbitIsInsideOnlyIfItIsPeriodic) {
    const std::uint32_t limit = stage.settings.engine.dwell_limit;
    const auto shows = [&](std::optional<std::uint32_t> period) {
        stage.seen.orbit = PointOrbit{{{0, 0}}, limit, false, 1, period};
        stage.frames(3);
        return stage.value_of("dwell")->text;
    };
    EXPECT_EQ(shows(2), "inside");
    EXPECT_EQ(shows(std::nullopt), "limitreached");
}

TEST_F(InsetsTest, WithoutRoomTheyAreLeftOut) {
    Stage small({400, 300});
    small.settings.panel_shown = false;
    small.seen = stage.seen;
    small.seen.julia = JuliaView{{0, 0}, 7};
    small.seen.minimap = MinimapView{minimap_view, {320, 260}, 8};
    small.scene = insets;
    small.frames(3);
    EXPECT_FALSE(small.state.insets.julia);
    EXPECT_TRUE(small.state.insets.minimap) << "there is room for that";
}

TEST_F(InsetsTest, AClickOnTheMapGoesThereAsFarAsPointingIsGood) {
    show_map();
    stage.settings.view.height = 0.3;
    stage.click(on_map(-1.25, 0.3));
    EXPECT_NEAR((goal().centre.re - Coordinate(-1.25)).nearest(), 0, 0.02);
    EXPECT_NEAR((goal().centre.im - Coordinate(0.3)).nearest(), 0, 0.02);
    EXPECT_EQ(goal().height, Length(0.3));
    stage.commands.clear();
    stage.settings.view.height = 1e-9;
    stage.frames(2);
    stage.click(on_map(0.1, -0.5));
    EXPECT_NEAR((goal().height - Length(0)).nearest(), 4 * 2.56 / minimap_height, 1e-6);
}

TEST_F(InsetsTest, TheMapHelpsFromAMagnificationOfFourOn) {
    EXPECT_FALSE(minimap_helps({{-0.5, 0}, 0.5}));
    EXPECT_TRUE(minimap_helps({{-0.5, 0}, 0.499}));
}

TEST_F(InsetsTest, TheTooltipOfARegionKeepsClearOfThem) {
    stage.seen.picture = {1280, 800};
    stage.seen.view = stage.seen.frame->plan.view;
    stage.scene = [](const PanelContext& context) {
        insets(context);
        region_tooltip(context);
    };
    Region region;
    region.rect = {stage.seen.frame->plan.image.width * 2 / 3, 10, 20, 20};
    stage.seen.hovered_region = region;
    stage.frames(4);
    const auto left_of_tooltip = [&] {
        const auto level = stage.find("level 0");
        return level ? level->from.x : -1;
    };
    const float alone = left_of_tooltip();
    EXPECT_GT(alone, 0);
    show_julia();
    stage.frames(4);
    EXPECT_GT(alone + 150, 1280 - places().width) << "it would be over the Julia set";
    EXPECT_LT(left_of_tooltip() + 150, 1280 - places().width);
}

TEST(InsetTogglesTest, ThePanelTogglesThem) {
    Stage stage;
    stage.show(view_panel, 700);
    stage.frames(2);
    stage.click("Julia set");
    stage.click("Map");
    ASSERT_EQ(stage.commands.size(), 2u);
    EXPECT_TRUE(is(stage.commands[0], Action::toggle_julia));
    EXPECT_TRUE(is(stage.commands[1], Action::toggle_minimap));
}

class RecentRowsTest : public testing::Test {
  protected:
    RecentRowsTest() {
        stage.seen.recent_views = {{{{-0.745, 0.113}, 0.02}, 700}, {{{0.275, 0.007}, 0.0005}, 512}};
        stage.seen.recent_files = {"/home/ada/one.png", "/home/ada/two.png"};
        stage.show(recent_rows, 470);
        stage.frames(2);
    }
    Stage stage;
};

TEST_F(RecentRowsTest, EachViewHasItsMagnificationAndItsPlace) {
    EXPECT_TRUE(stage.reads("100 x -0.7450, 0.1130"));
    EXPECT_TRUE(stage.reads("4,000 x 0.275000, 0.007000"));
}

TEST_F(RecentRowsTest, AClickOpensThem) {
    stage.click("0.275000,0.007000");
    stage.click("two.png");
    stage.click("Forget all");
    ASSERT_EQ(stage.commands.size(), 3u);
    EXPECT_EQ(std::get<command::OpenRecentView>(stage.commands[0]).index, 1u);
    EXPECT_EQ(std::get<command::OpenFile>(stage.commands[1]).path, "/home/ada/two.png");
    EXPECT_TRUE(is(stage.commands[2], Action::forget_recent));
}

TEST(NoRecentRowsTest, WithoutAnyThereIsNothing) {
    Stage stage;
    stage.show(recent_rows, 470);
    stage.frames(2);
    EXPECT_FALSE(stage.reads("Recent"));
}

}  // namespace
}  // namespace mariani::app
