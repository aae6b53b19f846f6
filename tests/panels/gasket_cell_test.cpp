// What the tab Gasket tells of the cell under the mouse, and its compact rectangle.
#include "app/panels/panel_style.hpp"
#include "app/settings/gasket_settings.hpp"
#include "tests/panels/gasket_stage.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mariani::app {
namespace {

class GasketCellTest : public GasketPanelTest {
  protected:
    // The marks of a view, with a tooltip of this place.
    void point_at(const std::shared_ptr<GasketView>& shown, GasketPlace place) {
        shown->hovered = std::move(place);
        stage.seen.tab = shown;
        stage.scene = gasket_marks;
        stage.hover({300, 300});
    }
};

// With 15 levels of blocks 3^7 counts, which is no half: 2188 stands in its place.
TEST_F(GasketCellTest, TheRightValueStandsBesideAWrongOne) {
    gasket().numbers.level = 3;
    const auto shown = view();
    auto moment = *shown->moment;
    moment.problem.level = 15;
    shown->moment = std::make_shared<const GasketMoment>(moment);
    point_at(shown, place_of(shape_of(moment.problem.fractal, 15), {16384, 32767}));
    gasket().numbers.rho = 1;
    gasket().detail = CellDetail::published;
    stage.frames(3);
    const auto colour_of = [&](std::string_view text) {
        const auto found = stage.find(text);
        return found ? found->colour : 0;
    };
    EXPECT_EQ(colour_of("2188"), tone::packed(tone::error));
    EXPECT_EQ(colour_of("2187"), tone::packed(tone::draw));
    EXPECT_TRUE(stage.reads("FP32"));
    EXPECT_TRUE(stage.reads("FP16"));
    gasket().detail = CellDetail::matrices;
    stage.frames(3);
    EXPECT_FALSE(stage.find("2188"));
    EXPECT_FALSE(stage.find("FP16"));
}

TEST_F(GasketCellTest, TheTooltipIsWholeInTheWindow) {
    for (const auto& [width, height] : {std::pair(1440.0F, 900.0F), {1100.0F, 700.0F}}) {
        Stage small{{width, height}};
        small.settings.workload = Workload::gasket;
        small.settings.gasket->numbers.level = 3;
        small.settings.gasket->numbers.rho = 16;
        small.seen.picture = {600, static_cast<int>(height)};
        const auto shown = view();
        auto moment = *shown->moment;
        moment.problem.level = 20;
        shown->moment = std::make_shared<const GasketMoment>(moment);
        small.seen.tab = shown;
        small.scene = gasket_marks;
        for (const auto detail : {CellDetail::digits, CellDetail::matrices, CellDetail::published})
            for (const auto& [across, down] :
                 {std::pair(0.0F, 0.0F), {0.2F, 0.3F}, {0.3F, 0.6F}, {0.4F, 1.0F}}) {
                small.settings.gasket->detail = detail;
                shown->hovered = place_of(shape_of(moment.problem.fractal, 20), {0, 1000000});
                small.hover({across * width, down * height});
                small.frames(3);
                const auto texts = small.texts();
                ASSERT_GT(texts.size(), 100U);
                for (const DrawnText& text : texts) {
                    EXPECT_FALSE(text.clipped) << text.text;
                    EXPECT_GE(text.from.x, 0) << text.text;
                    EXPECT_GE(text.from.y, 0) << text.text;
                    EXPECT_LE(text.to.x, width) << text.text;
                    EXPECT_LE(text.to.y, height) << text.text;
                }
            }
    }
}

// The gasket's copies are 0 at (0, 0), 1 at (0, 1) and 2 at (1, 1).
TEST_F(GasketCellTest, TheHoveredCellIsToldDigitByDigit) {
    gasket().numbers.level = 3;
    const auto shown = view();
    shown->board = {4, 4, 8};
    stage.seen.picture = {400, 400};
    point_at(shown, place_of(shown->moment->shape, {1, 3}));
    stage.frames(3);
    EXPECT_FALSE(stage.reads("alive"));  // not yet looked up
    shown->hovered_alive = true;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("alive"));
    EXPECT_EQ(stage.line_of("cell (x, y)"), std::vector<std::string>{"1,3"});
    EXPECT_EQ(stage.line_of("compact (x, y)"), std::vector<std::string>{"2,1"});
    EXPECT_TRUE(stage.reads("5 of 27"));
    // The columns, from the smallest boxes on.
    EXPECT_TRUE(stage.reads("x, y 1, 1 0, 1 0, 0"));
    EXPECT_TRUE(stage.reads("h 2 1 0"));
    EXPECT_TRUE(stage.reads("s^m (x, y) 1, 1 0, 2 0, 0"));
    EXPECT_TRUE(stage.reads("sum 1, 1 1, 3 1, 3"));
    EXPECT_TRUE(stage.reads("k^floor(m/2) h 2, 0 0, 1 0, 0"));
    EXPECT_TRUE(stage.reads("sum 2, 0 2, 1 2, 1"));
    shown->hovered = place_of(shown->moment->shape, {5, 1});
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Hole: digit 2 belongs to no copy"));
    EXPECT_FALSE(stage.find("compact (x, y)"));
}

// Digit 2 of the hole 5, 1 is 1, 0, which is of no copy. The printed H = x + y is 1 there, and 2
// and 0 of the digits 0 and 1: nu is 2 + 3 * 1, 0, the place of the cell 1, 5.
TEST_F(GasketCellTest, OfAHoleTheTooltipTellsWhatThePrintedHGives) {
    gasket().numbers.level = 3;
    const auto shown = view();
    point_at(shown, place_of(shown->moment->shape, {5, 1}));
    stage.frames(3);
    EXPECT_EQ(stage.line_of("ν by the printed H"), std::vector<std::string>{"5,0"});
    EXPECT_EQ(stage.line_of("\xce\xbd of cell"), std::vector<std::string>{"1,5"});
    EXPECT_EQ(stage.line_of("printed H, by digit"), (std::vector<std::string>{"201"}));
    float height = 0, width = 0;
    for (const DrawnText& text : stage.texts()) {
        height = std::max(height, text.to.y);
        width = std::max(width, text.to.x);
    }
    EXPECT_LT(height - 300, 200) << "it covers little of what is around the hole";
    EXPECT_LT(width - 300, 320);
    EXPECT_FALSE(stage.find("λ sum"));
    EXPECT_TRUE(stage.reads("the compact rectangle (M) has no holes"));
    shown->hovered = place_of(shown->moment->shape, {1, 5});
    stage.frames(3);
    EXPECT_EQ(stage.line_of("compact (x, y)"), std::vector<std::string>{"5,0"});
    EXPECT_TRUE(stage.reads("λ sum 1, 1 1, 1 1, 5"));
}

// In blocks of 2 x 2 by the bounding box; 2, 0 is a hole of one of them, 4, 0 of a block of its
// own.
TEST_F(GasketCellTest, TheHoveredCellsBlockIsToldOnceAStepWasWatched) {
    gasket().numbers.level = 3;
    auto life = GasketLife();
    std::atomic<double> progress;
    GasketMeans means;
    means.engine = gasket::EngineKind::bb;
    means.backend = Backend::cpu;
    means.method.rho = 2;
    life.begin({"gasket", 3, 0.5F, 1, 0, 0});
    life.go_by(means, {}, progress);
    const auto shown = view();
    shown->moment = std::make_shared<const GasketMoment>(life.moment(false, true));
    shown->board = {4, 4, 8};
    stage.seen.picture = {400, 400};
    point_at(shown, place_of(shown->moment->shape, {1, 3}));
    stage.frames(3);
    EXPECT_EQ(stage.line_of("block"), std::vector<std::string>{"4of16,partial"});
    EXPECT_EQ(stage.line_of("computed"), std::vector<std::string>{"once"});
    auto moment = *shown->moment;
    auto trace = std::make_shared<gasket::StepTrace>(*moment.trace);
    const GasketPlace place = *shown->hovered;
    trace->visits[place.number] = 2;
    auto& block = trace->blocks[trace->grid.block_of(place.number)];
    block.begin_ns = 1500;
    block.end_ns = 2750;
    moment.trace = trace;
    shown->moment = std::make_shared<const GasketMoment>(moment);
    stage.frames(3);
    EXPECT_EQ(stage.line_of("computed"), std::vector<std::string>{"2times"});
    EXPECT_TRUE(stage.reads("from 1.50 to 2.75"));
    shown->hovered = place_of(shown->moment->shape, {4, 0});
    stage.frames(3);
    EXPECT_EQ(stage.line_of("block"), std::vector<std::string>{"2of16,wasted"});
    EXPECT_FALSE(stage.find("computed"));
}

TEST_F(GasketCellTest, TheBlockOfABarIsOutlined) {
    gasket().numbers.level = 3;
    const auto shown = view();
    shown->board = {4, 4, 8};
    stage.seen.picture = {400, 400};
    stage.seen.tab = shown;
    stage.settings.panel_shown = false;
    stage.scene = gasket_marks;
    stage.frames(3);
    EXPECT_TRUE(stage.shapes(tone::brightest).empty());
    shown->lit = {{{4, 0}, 2}, {{0, 6}, 1}};
    stage.frames(3);
    const auto lines = stage.shapes(tone::brightest);
    EXPECT_EQ(lines.size(), 2 * 4U) << "four sides each";
    float left = 1e9F, right = 0;
    for (const DrawnShape& line : lines) {
        left = std::min(left, line.from.x);
        right = std::max(right, line.to.x);
    }
    EXPECT_GT(right - left, stage.seen.layout.picture.width * 6 / 8);
}

TEST_F(GasketCellTest, TheTooltipTellsNeighboursOrMatrices) {
    gasket().numbers.level = 3;
    const auto shown = view();
    shown->board = {4, 4, 8};
    stage.seen.picture = {400, 400};
    point_at(shown, place_of(shown->moment->shape, {0, 1}));
    gasket().detail = CellDetail::around;
    stage.frames(3);
    // Column by column.
    EXPECT_TRUE(
        stage.reads("of the neighbours outside outside outside 0, 0 1, 0 0, 1 hole 2, 0 hole"));
    EXPECT_FALSE(stage.reads("s^m"));
    gasket().numbers.rho = 1;
    gasket().detail = CellDetail::matrices;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("of the blocks around block 0, 1: C = A B"));
    gasket().detail = CellDetail::published;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("C = A B"));
}

TEST_F(GasketCellTest, TooManyDigitsForMatricesAreTold) {
    gasket().numbers.level = 3;
    const auto shown = view();
    auto moment = *shown->moment;
    moment.problem.level = 17;
    shown->moment = std::make_shared<const GasketMoment>(moment);
    point_at(shown, place_of(shown->moment->shape, {0, 1}));
    gasket().numbers.rho = 1;
    gasket().detail = CellDetail::matrices;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Matrices of halves have no room for so many levels of blocks."));
}

TEST_F(GasketCellTest, TheCompactCellsTellWhereTheMouseIsInThem) {
    gasket().numbers.level = 4;
    const auto shown = view();
    shown->rectangle = GasketRectangle{{440, 440}, 9};
    stage.seen.tab = shown;
    stage.scene = insets;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Compact 9 x 9 Blocks, ρ 16 9 x 9 cells"));
    const auto& at = stage.state.insets.rectangle;
    ASSERT_TRUE(at);
    EXPECT_FALSE(stage.state.insets.pointed);
    stage.hover({static_cast<float>(at->x) + 0.75f * static_cast<float>(at->width),
                 static_cast<float>(at->y) + 0.25f * static_cast<float>(at->height)});
    stage.frames(2);
    ASSERT_TRUE(stage.state.insets.pointed);
    EXPECT_NEAR((*stage.state.insets.pointed)[0], 0.75, 0.01);
    EXPECT_NEAR((*stage.state.insets.pointed)[1], 0.25, 0.01);
    // The tooltip covers none of it.
    shown->hovered = place_of(shown->moment->shape, lambda(shown->moment->shape, {6, 2}));
    stage.scene = [](const PanelContext& context) {
        gasket_marks(context);
        insets(context);
    };
    stage.frames(4);
    for (const char* text : {"compact (x, y)", "ν sum"}) {
        const auto told = stage.find(text);
        ASSERT_TRUE(told) << text;
        EXPECT_LT(told->to.x, static_cast<float>(at->x)) << text;
    }
}

// At level 4 the rectangle is 9 x 9; blocks of 2 x 2 are 3 x 1 of its places, of 4 x 4 3 x 3.
TEST_F(GasketCellTest, TheCompactCellsHaveTheBordersOfBlocks) {
    gasket().numbers.level = 4;
    const auto shown = view();
    shown->rectangle = GasketRectangle{{440, 440}, 9};
    stage.seen.tab = shown;
    stage.scene = insets;
    const auto borders = [&](int rho) {
        gasket().numbers.rho = rho;
        stage.frames(3);
        const PixelRect& at = *stage.state.insets.rectangle;
        const auto side = static_cast<float>(at.width);
        std::pair<int, int> across_and_down{0, 0};
        for (const DrawnShape& line : stage.shapes(tone::window)) {
            across_and_down.first += line.width() < 3 && line.height() > side - 2;
            across_and_down.second += line.height() < 3 && line.width() > side - 2;
        }
        return across_and_down;
    };
    EXPECT_EQ(borders(16), std::pair(0, 0));
    constexpr const char* exchanged = "In their own rectangle, x and y are swapped.";
    EXPECT_EQ(borders(4), std::pair(2, 2));
    EXPECT_FALSE(stage.reads(exchanged));
    EXPECT_EQ(borders(2), std::pair(2, 8));
    EXPECT_TRUE(stage.reads(exchanged)) << "2 x 8 borders make 3 x 9 blocks, which lie as 9 x 3";
    shown->hovered = place_of(shown->moment->shape, lambda(shown->moment->shape, {4, 7}));
    stage.frames(3);
    const PixelRect& at = *stage.state.insets.rectangle;
    const auto boxes = stage.shapes(tone::accent_bright);
    ASSERT_EQ(boxes.size(), 1U);
    EXPECT_NEAR(boxes[0].middle().x, static_cast<float>(at.x) + 0.5f * static_cast<float>(at.width),
                1);
    EXPECT_NEAR(boxes[0].middle().y,
                static_cast<float>(at.y) + 7.5f / 9 * static_cast<float>(at.height), 1);
}

TEST_F(GasketCellTest, BordersThatCannotBeToldApartAreLeftOut) {
    gasket().numbers.level = 12;
    const auto shown = view();
    shown->rectangle = GasketRectangle{{440, 440}, 9};
    stage.seen.tab = shown;
    stage.scene = insets;
    gasket().numbers.rho = 16;  // 81 x 81 blocks in 220 units
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Blocks, ρ 16 9 x 9 cells"));
    for (const DrawnShape& shape : stage.shapes(tone::window)) EXPECT_GE(shape.width(), 3);
}

}  // namespace
}  // namespace mariani::app
