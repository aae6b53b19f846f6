// The legend on the picture: what it names, in the colours that are drawn; and the hovered region's
// outline and tooltip.
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "render/picture/colour_map.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class PictureLegendTest : public testing::Test {
  protected:
    PictureLegendTest() {
        stage.seen = fake_observations();
        stage.seen.overlay = {.tint = 0, .line_opacity = 1};
        stage.settings.panel_shown = false;
        stage.scene = picture_legend;
        stage.frames(3);
    }

    void show(render::Quantity quantity) {
        stage.settings.colouring.shown = quantity;
        stage.seen.work = std::make_shared<WorkSums>(fake_work());
        stage.frames(3);
    }
    void show_grid() {
        stage.seen.overlay.shown = true;
        stage.frames(3);
    }

    // The colour of the swatch beside the label; nothing if there is no such entry.
    std::optional<ImU32> colour_of(std::string_view label) const {
        const auto text = stage.find(label);
        for (const auto& shape : stage.shapes())
            if (text && shape.to.x <= text->from.x && shape.width() < 20 &&
                std::abs(shape.middle().y - text->middle().y) < 6)
                return shape.colour;
        return std::nullopt;
    }
    static ImU32 packed(render::Rgb8 colour) { return IM_COL32(colour.r, colour.g, colour.b, 255); }

    Stage stage;
};

TEST_F(PictureLegendTest, DwellsAloneHaveNone) {
    EXPECT_TRUE(stage.texts().empty());
    EXPECT_TRUE(stage.shapes().empty());
}

TEST_F(PictureLegendTest, TheGridsLevelsHaveTheColoursOfTheirOutlines) {
    show_grid();
    for (int level = 0; level < 5; ++level)
        EXPECT_EQ(colour_of("level " + std::to_string(level)), packed(render::level_colour(level)));
    EXPECT_FALSE(stage.find("level 5"));
    EXPECT_FALSE(stage.find("filled")) << "nothing is tinted";
}

TEST_F(PictureLegendTest, OnlyWhatTheGridShowsIsNamed) {
    stage.seen.overlay.levels = ~0b10u;
    stage.seen.overlay.replay_level = 2;
    show_grid();
    EXPECT_TRUE(stage.find("level 0"));
    EXPECT_FALSE(stage.find("level 1")) << "hidden";
    EXPECT_TRUE(stage.find("level 2"));
    EXPECT_FALSE(stage.find("level 3")) << "not reached yet";
    EXPECT_EQ(colour_of("not known yet"), tone::packed(render::role::unresolved));
    stage.seen.overlay.replay_level = -1;
    stage.seen.line_width = 8;  // more than half of the deepest regions' side
    stage.frames(3);
    EXPECT_TRUE(stage.find("level 3"));
    EXPECT_FALSE(stage.find("level 4")) << "it has no outlines";
}

TEST_F(PictureLegendTest, TintsAreNamedWhereThereAreAny) {
    stage.seen.overlay.tint = 0.5f;
    show_grid();
    EXPECT_TRUE(stage.find("filled"));
    EXPECT_TRUE(stage.find("leaf"));
    stage.seen.overlay.filled = false;
    stage.frames(3);
    EXPECT_FALSE(stage.find("filled"));
}

TEST_F(PictureLegendTest, LevelsAndOutcomesHaveTheirColoursInThePicture) {
    show(render::Quantity::level);
    const auto levels = render::ColourMap::of_levels();
    EXPECT_EQ(colour_of("level 0"), packed(levels.colour(0)));
    EXPECT_EQ(colour_of("level 1"), packed(levels.colour(1)));
    EXPECT_FALSE(stage.find("level 2"));
    show(render::Quantity::outcome);
    const auto outcomes = render::ColourMap::of_outcomes();
    std::uint32_t outcome = 0;
    for (const char* name : {"filled", "border", "leaf", "reused"})
        EXPECT_EQ(colour_of(name), packed(outcomes.colour(outcome++))) << name;
    EXPECT_FALSE(stage.find("level 0"));
    show_grid();
    EXPECT_EQ(colour_of("level 3"), packed(render::level_colour(3)));
}

TEST_F(PictureLegendTest, WorkHasAScale) {
    show(render::Quantity::work);
    EXPECT_TRUE(stage.reads("iterations per pixel"));
    EXPECT_TRUE(stage.find("1,234")) << "the most";
    EXPECT_EQ(colour_of("none"), packed(render::idle_colour));
    stage.seen.work.reset();  // dwells are shown until it is counted
    stage.frames(3);
    EXPECT_TRUE(stage.texts().empty());
}

// A tab that draws its own picture names its colours in the same card.
TEST_F(PictureLegendTest, EveryTabHasIt) {
    stage.settings.workload = Workload::points;
    auto view = std::make_shared<TabView>();
    stage.seen.tab = view;
    show_grid();
    EXPECT_TRUE(stage.texts().empty()) << "the grid is the Mandelbrot set's";
    view->legend = level_entries(12);
    for (auto& entry : area_entries({.tint = 0.25f})) view->legend.push_back(entry);
    stage.frames(3);
    EXPECT_EQ(colour_of("level 9"), packed(role::levels[9]));
    EXPECT_EQ(colour_of("level 10 and deeper"), packed(role::levels[10]));
    EXPECT_FALSE(stage.find("level 11"));
    EXPECT_EQ(colour_of("leaf"), tone::packed(tone::with_alpha(tone_of(role::leaf), 0.25f)));
}

// A tab that leaves room for it has it there, however narrow.
TEST_F(PictureLegendTest, ItStaysInTheRoomThatIsLeftForIt) {
    stage.settings.workload = Workload::triangle;
    stage.seen.picture = {640, 400};  // half as large as the window
    auto view = std::make_shared<TabView>();
    view->legend = {{role::useful, "useful: 2,016 blocks, 49.2 % of all that are launched"},
                    {role::wasted, "wasted"}};
    view->legend_width = 90;
    stage.seen.tab = view;
    stage.frames(3);
    for (const auto& text : stage.texts()) {
        EXPECT_LT(text.to.x, 16 + 2 * 90) << text.text;
        EXPECT_LT(text.to.y, 800) << text.text;
        EXPECT_FALSE(text.clipped) << text.text;
    }
    EXPECT_TRUE(stage.reads("49.2 % of all that are launched"));
    EXPECT_EQ(colour_of("wasted"), packed(role::wasted));
}

// Its colours are the palette's own, unlit.
TEST_F(PictureLegendTest, DistancesHaveAScaleOnceTheyAreThere) {
    stage.seen.palettes = {{"ramp", {{0, 0, 90}, {255, 255, 165}}}};
    stage.settings.colouring.palette = "ramp";
    stage.settings.colouring.mapping = render::Mapping::distance;
    stage.settings.colouring.shaded = true;
    show(render::Quantity::dwell);
    EXPECT_TRUE(stage.texts().empty()) << "no frame has them yet";
    Frame frame = *stage.seen.frame;
    frame.plan.image = {1000, 800};
    frame.exterior = {field_of({0, 0, 1, 1}, std::vector(1, 1.0f)),
                      field_of({0, 0, 1, 1}, std::vector(1, 0.5f))};
    stage.seen.frame = std::make_shared<Frame>(frame);
    stage.frames(3);
    EXPECT_TRUE(stage.reads("pixels from the set"));
    for (const char* tick : {"1", "10", "200"}) EXPECT_TRUE(stage.find(tick)) << tick;
    const auto first = stage.shapes(ImColor(0, 0, 90));
    ASSERT_EQ(first.size(), 1u);
    EXPECT_LT(first[0].to.x, stage.find("1")->from.x + 20);
    stage.settings.colouring.mapping = render::Mapping::stretched;
    stage.frames(3);
    EXPECT_TRUE(stage.texts().empty());
}

TEST_F(PictureLegendTest, ItIsInTheLowerLeftCornerAndLetsTheMouseThrough) {
    show_grid();
    const auto text = *stage.find("level 4");
    EXPECT_LT(text.to.x, 120);
    EXPECT_GT(text.to.y, 740);
    stage.hover(text.middle());
    EXPECT_FALSE(ImGui::GetIO().WantCaptureMouse);
}

TEST_F(PictureLegendTest, TheCardOfTheOpeningIsNotCovered) {
    for (const float width : {1280.0f, 640.0f, 480.0f, 288.0f}) {
        SCOPED_TRACE(width);
        ImGui::GetIO().DisplaySize = {width, 480};
        stage.seen.opening = OpeningFigures{1'084, 873'000, 366'000, 3.9};
        stage.scene = [](const PanelContext& context) {
            insets(context);
            picture_legend(context);
        };
        show_grid();
        const auto first = *stage.find("level 0"), last = *stage.find("level 4");
        const auto title = *stage.find("How it works"), button = *stage.find("Tour");
        EXPECT_TRUE(last.to.x < title.from.x - 12 || first.from.y > button.to.y + 12);
        EXPECT_LT(last.to.y, 480);
        EXPECT_LT(title.from.y, 60);
    }
}

TEST_F(PictureLegendTest, WhereThereIsNoRoomBesideItOtherCardsStandAboveIt) {
    stage.seen.now = 100;
    stage.seen.messages = {{Message::Kind::info, "Saved", 99}};
    stage.scene = [](const PanelContext& context) {
        picture_legend(context);
        status_overlay(context);
    };
    for (const float width : {1280.0f, 288.0f}) {
        ImGui::GetIO().DisplaySize = {width, 480};
        show_grid();
        const auto first = *stage.find("level 0"), last = *stage.find("level 4");
        const auto message = *stage.find("Saved");
        EXPECT_GT(last.to.y, 440) << "it stays in its corner";
        if (width < 300)
            EXPECT_LT(message.to.y, first.from.y - 12);
        else
            EXPECT_GT(message.to.y, last.from.y);
    }
}

class HoveredRegionTest : public testing::Test {
  protected:
    HoveredRegionTest() {
        stage.seen = fake_observations();
        stage.settings.panel_shown = false;
        stage.seen.picture = {1280, 800};
        Frame frame = fake_frame();
        frame.plan.image = stage.seen.picture;
        stage.seen.frame = std::make_shared<Frame>(frame);
        stage.scene = region_tooltip;
    }
    void show(const PixelRect& rect) {
        stage.seen.hovered_region = Region{rect, 12, 417, 20'900, 3, Outcome::leaf};
        stage.hover({static_cast<float>(rect.x) + 2, static_cast<float>(rect.y) + 2});
        stage.frames(4);
    }

    Stage stage;
};

TEST_F(HoveredRegionTest, AnOutlineSurroundsIt) {
    show({200, 120, 40, 30});
    ImVec2 from{1e9f, 1e9f}, to{0, 0};
    const auto bars = stage.shapes({1, 1, 1, 1});
    ASSERT_EQ(bars.size(), 4u);
    for (const auto& bar : bars) {
        from = {std::min(from.x, bar.from.x), std::min(from.y, bar.from.y)};
        to = {std::max(to.x, bar.to.x), std::max(to.y, bar.to.y)};
    }
    EXPECT_NEAR(from.x, 198, 0.1);
    EXPECT_NEAR(from.y, 118, 0.1);
    EXPECT_NEAR(to.x, 242, 0.1);
    EXPECT_NEAR(to.y, 152, 0.1);
}

TEST_F(HoveredRegionTest, TheTooltipStandsBesideIt) {
    for (const auto& rect :
         {PixelRect{200, 120, 40, 30}, PixelRect{1230, 10, 50, 50}, PixelRect{0, 0, 1280, 400},
          PixelRect{0, 400, 1280, 400}, PixelRect{0, 600, 640, 200}, PixelRect{1278, 798, 2, 2}}) {
        show(rect);
        const auto texts = stage.texts();
        const auto left = static_cast<float>(rect.x),
                   right = static_cast<float>(rect.x + rect.width),
                   top = static_cast<float>(rect.y),
                   bottom = static_cast<float>(rect.y + rect.height);
        ASSERT_FALSE(texts.empty());
        for (const auto& text : texts) {
            EXPECT_TRUE(text.from.x >= right || text.to.x <= left || text.from.y >= bottom ||
                        text.to.y <= top)
                << text.text << " is on the region " << rect.x << ", " << rect.y;
            EXPECT_TRUE(text.from.x >= 0 && text.to.x <= 1280 && text.from.y >= 0 &&
                        text.to.y <= 800)
                << text.text << " is outside";
        }
    }
}

TEST_F(HoveredRegionTest, IfItIsThePictureTheTooltipKeepsAwayFromTheMouse) {
    show({0, 0, 1280, 800});
    ASSERT_TRUE(stage.find("leaf"));
    EXPECT_GT(stage.find("leaf")->from.x, 640);
    EXPECT_GT(stage.find("leaf")->from.y, 400);
}

}  // namespace
}  // namespace mariani::app
