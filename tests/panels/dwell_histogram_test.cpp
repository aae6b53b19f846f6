// The dwells' histogram over the palette as it is mapped: what it shows, and what a drag on it
// does.
#include "app/panels/panel_style.hpp"
#include "render/picture/colour_map.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

// 100 dwells from 50 on; 75 has by far the most pixels.
std::shared_ptr<const DwellSummary> dwells_from_50() {
    auto dwells = std::make_shared<DwellSummary>();
    dwells->min = 50;
    dwells->max = dwells->high = 149;
    dwells->histogram.fill(0);
    for (int above = 0; above < 100; ++above) dwells->histogram[above] = above == 25 ? 5000 : 10;
    dwells->escaped = 99 * 10 + 5000;
    return dwells;
}

class DwellHistogramTest : public testing::Test {
  protected:
    DwellHistogramTest() {
        stage.seen = fake_observations();
        stage.seen.dwells = dwells_from_50();
        stage.settings.colouring.mapping = render::Mapping::cyclic;
        stage.settings.colouring.period = 50;
        stage.show(dwell_histogram, 424);  // 400 wide without its window's padding
        stage.frames(2);
    }

    render::Colouring& colouring() { return stage.settings.colouring; }
    static constexpr float left = 12, bars = 40, strip = 72;  // where they are
    static ImVec2 at(float dwell, float y) { return {left + (dwell - 50) * 4, y}; }

    Stage stage;
};

TEST_F(DwellHistogramTest, TheMostFrequentDwellHasTheHighestBar) {
    const auto dim = stage.shapes(tone::dim);
    ASSERT_FALSE(dim.empty());
    const auto& highest = *std::ranges::max_element(dim, {}, &DrawnShape::height);
    EXPECT_NEAR(highest.middle().x, at(75.5f, 0).x, 3);
    EXPECT_TRUE(stage.find("50"));
    EXPECT_TRUE(stage.find("149"));
}

TEST_F(DwellHistogramTest, AColumnOfManyTurnsHasTheirMeanColourWhateverTheOffset) {
    auto dwells = *dwells_from_50();
    dwells.max = dwells.high = 1649;
    stage.seen.dwells = std::make_shared<const DwellSummary>(dwells);
    colouring().period = 4;  // two turns a column
    const auto column = [&](double offset) {
        colouring().offset = offset;
        stage.frames(2);
        for (const DrawnShape& shape : stage.shapes())
            if (shape.width() <= 2 && std::abs(shape.middle().y - strip) < 4)
                return ImGui::ColorConvertU32ToFloat4(shape.colour);
        return ImVec4{};
    };
    const ImVec4 one = column(0), other = column(0.5);
    EXPECT_GT(one.w, 0);
    EXPECT_NEAR(one.x, other.x, 0.05);
    EXPECT_NEAR(one.y, other.y, 0.05);
    EXPECT_NEAR(one.z, other.z, 0.05);
}

TEST_F(DwellHistogramTest, ADragOnThePaletteTakesItsColoursAlong) {
    stage.drag(at(80, strip), at(90, strip));
    EXPECT_NEAR(colouring().offset, 1 - 10.0 / 50, 1e-3);
    EXPECT_EQ(colouring().period, 50);
    stage.drag(at(90, strip), at(80, strip));
    EXPECT_NEAR(std::min(colouring().offset, 1 - colouring().offset), 0, 1e-3);
}

TEST_F(DwellHistogramTest, ADragAboveItStretchesThePeriodFromTheLeastDwell) {
    stage.drag(at(90, bars), at(110, bars));
    EXPECT_NEAR(colouring().period, 50 * 60.0 / 40, 0.1);
    const auto turns = [](double period, double offset) { return 50 / period + offset; };
    const double moved = turns(colouring().period, colouring().offset) - turns(50, 0);
    EXPECT_NEAR(moved, std::round(moved), 1e-6) << "the least dwell keeps its colour";
}

TEST_F(DwellHistogramTest, WhereThereIsNoPeriodEveryDragTurnsThePalette) {
    for (const auto mapping : {render::Mapping::stretched, render::Mapping::equalised}) {
        colouring() = {};
        colouring().mapping = mapping;
        stage.frames(2);
        stage.drag({100, bars}, {160, bars});
        EXPECT_NE(colouring().offset, 0);
        EXPECT_EQ(colouring().period, render::Colouring{}.period);
    }
}

TEST_F(DwellHistogramTest, ThereIsNoneOfDistancesOrWithoutAFrame) {
    colouring().mapping = render::Mapping::distance;
    stage.frames(2);
    EXPECT_FALSE(stage.find("149"));
    colouring().mapping = render::Mapping::stretched;
    stage.seen.dwells.reset();
    stage.frames(2);
    EXPECT_FALSE(stage.find("149"));
}

}  // namespace
}  // namespace mariani::app
