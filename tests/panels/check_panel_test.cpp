// Every figure of the laboratory's Check tab, and the places of its rings in the picture.
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Line = std::vector<std::string>;

// 50 x 40 pixels; at (x, y) the dwell is x + 60 y.
Field dwells() {
    std::vector<std::uint32_t> dwells;
    for (std::uint32_t y = 0; y < 40; ++y)
        for (std::uint32_t x = 0; x < 50; ++x) dwells.push_back(x + 60 * y);
    return field_of({0, 0, 50, 40}, std::move(dwells));
}

FrameCheck check() {
    FrameCheck made;
    made.plan.view = {{-0.75, 0.25}, 0.4};
    made.plan.image = {50, 40};
    made.plan.part = whole(made.plan.image);
    made.plan.engine = EngineKind::dp;
    made.plan.scheme = Scheme::mbr;
    made.plan.dwell_limit = 1'500;
    made.plan.subdivision = {5, 3, 7};
    made.plan.fill = FillRule::interior;
    made.stats.compute_ms = 1.5;
    made.ex.compute_ms = 2'750;
    made.shown = made.right = dwells();
    Region near, far;
    near.rect = {3, 4, 11, 9};
    near.level = 2;
    near.outcome = far.outcome = Outcome::filled;
    far.rect = {20, 15, 8, 10};
    far.level = 3;
    made.wrong = {{5, 6, 1'500, 1'234, near}, {22, 17, 1'500, 42, far}, {30, 31, 9, 1'600, {}}};
    return made;
}

class CheckPanelTest : public testing::Test {
  protected:
    CheckPanelTest() {
        stage.settings.view = stage.seen.view = check().plan.view;
        stage.seen.laboratory.check = std::make_shared<FrameCheck>(check());
        stage.show(check_panel, 1000);
        stage.frames(2);
    }

    // The tile of a magnifier, `dx` and `dy` pixels from its centre.
    ImU32 tile(std::size_t magnifier, int dx, int dy) const {
        auto middles = stage.shapes(tone::warning);
        std::erase_if(middles, [](const DrawnShape& shape) { return shape.width() > 12; });
        if (middles.size() <= magnifier) return 0;
        const ImVec2 middle = middles[magnifier].middle();
        for (const auto& shape : stage.shapes())
            if (std::abs(shape.width() - 8) < 0.1f &&
                std::abs(shape.middle().x - middle.x - 8.0f * static_cast<float>(dx)) < 1 &&
                std::abs(shape.middle().y - middle.y - 8.0f * static_cast<float>(dy)) < 1)
                return shape.colour;
        return 0;
    }
    static ImU32 grey(std::uint32_t dwell) {
        const float grey = dwell >= 1'500 ? 0.02f
                                          : 0.25f + 0.7f * std::log1p(static_cast<float>(dwell)) /
                                                        std::log1p(1'500.0f);
        return tone::packed({grey, grey, grey, 1});
    }

    Stage stage{{1280, 1000}};
};

TEST_F(CheckPanelTest, CountsWhatIsWrongAndSaysWhatWasChecked) {
    EXPECT_TRUE(stage.reads("3 of 2,000 pixels are wrong, in 2 filled regions."));
    EXPECT_TRUE(
        stage.reads("DP-MBR, {g, r, B} = {5, 3, 7}, fill interior, 50x40 pixels, dwell 1500: "
                    "1.50 ms; Ex: 2.75 s"));
    auto right = check();
    right.wrong.clear();
    stage.seen.laboratory.check = std::make_shared<FrameCheck>(right);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("All 2,000 pixels match Ex."));
}

TEST_F(CheckPanelTest, EachWrongPixelHasItsRow) {
    EXPECT_EQ(stage.line_of("5"), (Line{"6", "inside", "1,234", "level2,11x9at3,4"}));
    EXPECT_EQ(stage.line_of("22"), (Line{"17", "inside", "42", "level3,8x10at20,15"}));
    EXPECT_EQ(stage.line_of("30"), (Line{"31", "9", "inside", "-"}));
    EXPECT_EQ(stage.line_of("x"), (Line{"y", "shown", "right", "itsregion"}));
}

TEST_F(CheckPanelTest, TheMagnifiersShowTheDwellsAroundThePixel) {
    stage.click("Next");
    stage.frames(2);
    EXPECT_TRUE(stage.reads("2 of 3"));
    const auto check_tiles = [&](std::size_t magnifier) {
        for (const auto& [dx, dy] :
             {std::pair(0, 0), std::pair(3, 0), std::pair(0, 4), std::pair(-5, -2)})
            EXPECT_EQ(tile(magnifier, dx, dy),
                      grey(static_cast<std::uint32_t>(22 + dx + 60 * (17 + dy))))
                << magnifier << ": " << dx << ", " << dy;
        EXPECT_EQ(tile(magnifier, 0, 9), grey(1'500)) << "inside is black";
    };
    check_tiles(0);
    check_tiles(1);
}

TEST_F(CheckPanelTest, TheMagnifiersShowWhatWasFilledAndWhatIsRight) {
    const auto all = [](std::uint32_t dwell) {
        return field_of({0, 0, 50, 40}, std::vector<std::uint32_t>(2'000, dwell));
    };
    auto both = check();
    both.shown = all(1'500);
    both.right = all(70);
    stage.seen.laboratory.check = std::make_shared<FrameCheck>(both);
    stage.frames(2);
    EXPECT_EQ(tile(0, 1, 1), grey(1'500));
    EXPECT_EQ(tile(1, 1, 1), grey(70));
    EXPECT_LT(stage.find("as filled")->from.x, stage.find("as computed")->from.x);
}

TEST_F(CheckPanelTest, TheWayBackLeadsToTheViewThatWasChecked) {
    EXPECT_FALSE(stage.find("Back to the view"));
    stage.settings.view.height = 9;
    stage.frames(2);
    stage.click("Back to the view");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_EQ(std::get<command::GoTo>(stage.commands[0]).view, check().plan.view);
}

TEST_F(CheckPanelTest, TellsHowFarTheVerificationIs) {
    stage.seen.exactness = {Exactness::verifying, 0.375, 0, 0};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("verifying 38 %"));
    stage.seen.exactness = {Exactness::verified, 1, 4'321, 17};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("4,321 fills inside the set were recomputed, 17 pixels corrected."));
}

// Rings are centred on the wrong pixels, wherever the view has moved since.
TEST_F(CheckPanelTest, TheRingsLieAroundTheWrongPixels) {
    stage.scene = check_overlay;
    stage.seen.laboratory_shown = true;
    stage.seen.picture = {400, 320};
    stage.settings.panel_left = true;
    stage.state.check.selected = 1;
    const auto ring_at = [&](const ImVec4& colour, double x, double y) {
        const auto area = picture_area(stage.context());
        const float unit = area.width() / 400;
        int rings = 0;
        for (const auto& ring : stage.shapes(colour))
            rings += std::abs(ring.middle().x - area.from.x - unit * static_cast<float>(x)) < 1 &&
                     std::abs(ring.middle().y - area.from.y - unit * static_cast<float>(y)) < 1;
        return rings;
    };
    stage.frames(2);  // 8 pixels of the picture for each checked pixel
    EXPECT_EQ(ring_at(tone::error, 8 * 5.5, 8 * 6.5), 1);
    EXPECT_EQ(ring_at(tone::warning, 8 * 22.5, 8 * 17.5), 1) << "the selected one";
    EXPECT_EQ(ring_at(tone::error, 8 * 30.5, 8 * 31.5), 1);
    stage.seen.view.centre.im += 0.1;  // a quarter of the height
    stage.frames(2);
    EXPECT_EQ(ring_at(tone::error, 8 * 5.5, 8 * 16.5), 1);
    stage.state.check.marked = false;
    stage.frames(2);
    EXPECT_TRUE(stage.shapes(tone::error).empty());
}

}  // namespace
}  // namespace mariani::app
