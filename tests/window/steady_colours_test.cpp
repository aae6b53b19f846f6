// Colours while one moves: those that the picture had at rest, then eased over to its new ones.
#include "app/window/picture_stage.hpp"
#include "render/picture/palette.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class SteadyColoursTest : public testing::Test {
  protected:
    render::ColourMap map(std::uint32_t least, std::uint32_t most,
                          render::Mapping mapping = render::Mapping::stretched,
                          std::uint32_t dwell_limit = 512) {
        render::Colouring colouring;
        colouring.mapping = mapping;
        colouring.palette = "grey";
        DwellSummary dwells;
        dwells.min = least;
        dwells.max = dwells.high = most;
        for (std::uint32_t bin = 0; bin <= DwellBins::place(most - least).bin; ++bin)
            ++dwells.histogram[bin], ++dwells.escaped;
        return {colouring, palettes_.get("grey"), dwell_limit, dwells};
    }

    static int grey(const render::ColourMap& colours, std::uint32_t dwell) {
        return colours.colour(dwell).g;
    }
    int drawn(const render::ColourMap& own, std::uint32_t dwell) const {
        return grey(steady_.applied_to(own), dwell);
    }

    render::PaletteLibrary palettes_{std::filesystem::path(PROJECT_FOLDER) / "assets/palettes"};
    SteadyColours steady_;
};

TEST_F(SteadyColoursTest, TheFirstPictureHasItsOwnAtOnce) {
    const auto home = map(1, 100);
    steady_.advance(0, true, home);
    EXPECT_FALSE(steady_.changing());
    EXPECT_EQ(steady_.applied_to(home), home);
}

TEST_F(SteadyColoursTest, StayWhileThePictureMovesForAnyFrame) {
    for (const auto mapping : {render::Mapping::stretched, render::Mapping::equalised}) {
        SteadyColours steady;
        const auto home = map(1, 100, mapping), deep = map(40, 400, mapping);
        steady.advance(0, false, home);
        for (double now = 1; now < 9; now += 0.1) {
            steady.advance(now, true, deep);
            EXPECT_TRUE(steady.changing());
            for (const std::uint32_t dwell : {1u, 2u, 30u, 60u, 99u, 300u}) {
                EXPECT_NEAR(grey(steady.applied_to(deep), dwell), grey(home, dwell), 1) << dwell;
                EXPECT_NEAR(grey(steady.applied_to(home), dwell), grey(home, dwell), 1) << dwell;
            }
        }
    }
}

TEST_F(SteadyColoursTest, EaseOverOnceThePictureRests) {
    const auto home = map(1, 100), deep = map(40, 400);
    steady_.advance(0, false, home);
    steady_.advance(10, true, deep);
    steady_.advance(10 + 0.9 * SteadyColours::rest, false, deep);
    EXPECT_NEAR(drawn(deep, 60), grey(home, 60), 1);
    int last = drawn(deep, 60);
    const double begin = 10.01 + SteadyColours::rest;
    for (double t = 0; t < SteadyColours::easing; t += 0.02) {
        steady_.advance(begin + t, false, deep);
        EXPECT_LE(drawn(deep, 60), last) << "from light to dark without a way back";
        EXPECT_LE(last - drawn(deep, 60), 12) << "and without a jump";
        last = drawn(deep, 60);
    }
    steady_.advance(begin + 1.01 * SteadyColours::easing, false, deep);
    EXPECT_FALSE(steady_.changing());
    EXPECT_EQ(steady_.applied_to(deep), deep) << "the very colours that a file has";
}

TEST_F(SteadyColoursTest, AMovementMeanwhileHoldsThemWhereTheyAre) {
    const auto home = map(1, 100), deep = map(40, 400);
    steady_.advance(0, false, home);
    steady_.advance(10, false, deep);
    steady_.advance(10 + 0.5 * SteadyColours::easing, false, deep);
    const int half = drawn(deep, 60);
    EXPECT_LT(half, grey(home, 60));
    EXPECT_GT(half, grey(deep, 60));
    steady_.advance(11, true, deep);
    EXPECT_EQ(drawn(deep, 60), half);
}

TEST_F(SteadyColoursTest, EachFrameKeepsItsOwnInside) {
    const auto home = map(1, 100), deep = map(40, 400, render::Mapping::stretched, 9'000);
    steady_.advance(0, false, home);
    steady_.advance(1, true, deep);
    EXPECT_EQ(drawn(home, 512), 0) << "inside, below this limit";
    EXPECT_EQ(drawn(deep, 512), 255) << "not inside";
    EXPECT_EQ(drawn(deep, 9'000), 0);
}

TEST_F(SteadyColoursTest, AnotherMappingIsTakenAtOnce) {
    steady_.advance(0, false, map(1, 100));
    const auto cyclic = map(40, 400, render::Mapping::cyclic);
    steady_.advance(1, true, cyclic);
    EXPECT_FALSE(steady_.changing());
    EXPECT_EQ(steady_.applied_to(cyclic), cyclic);
}

}  // namespace
}  // namespace mariani::app
