#include "compute/model/work_sums.hpp"

#include "compute/model/dwell_summary.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani {
namespace {

Region region(PixelRect rect, int level, Outcome outcome) {
    Region made;
    made.rect = rect;
    made.level = static_cast<std::uint8_t>(level);
    made.outcome = outcome;
    return made;
}

// 8 x 4 pixels: the left half is filled at once, the right half is divided into four of 2 x 2
// pixels, all leaves but one.
RegionMap eight_by_four() {
    return map_regions(
        std::vector{
            region({0, 0, 4, 4}, 0, Outcome::filled), region({4, 0, 4, 4}, 0, Outcome::subdivided),
            region({4, 0, 2, 2}, 1, Outcome::leaf), region({6, 0, 2, 2}, 1, Outcome::leaf),
            region({4, 2, 2, 2}, 1, Outcome::filled), region({6, 2, 2, 2}, 1, Outcome::leaf)},
        {8, 4});
}

// A letter for each pixel's outcome, then its level.
std::string origins_of(const RegionMap& map) {
    const auto lines = border_lines(map);
    std::string text;
    for (int y = 0; y < map.size().height; ++y)
        for (int x = 0; x < map.size().width; ++x) {
            const auto line = std::min(lines[static_cast<std::size_t>(x)],
                                       lines[static_cast<std::size_t>(map.size().width + y)]);
            const auto [level, outcome] = origin_of(map.kinds.host<RegionKind>().at(x, y), line);
            text += "fbls"[static_cast<int>(outcome)];
            text += static_cast<char>('0' + level);
        }
    return text;
}

TEST(PixelOrigin, IsTheCoarsestRegionThatDecidedThePixel) {
    EXPECT_EQ(origins_of(eight_by_four()),
              "b0b0b0b0s0s0s0s0"
              "b0f0f0b0s0l1l1s0"
              "b0f0f0b0s0b1l1s0"
              "b0b0b0b0s0s0s0s0");
}

TEST(PixelOrigin, OfALeafThatIsTheWholePictureIsTheLeaf) {
    EXPECT_EQ(origins_of(map_regions(std::vector{region({0, 0, 3, 2}, 0, Outcome::leaf)}, {3, 2})),
              "l0l0l0l0l0l0");
}

TEST(WorkSums, AreThoseOfEachOutcomeAndLevel) {
    std::vector<std::uint32_t> work(32, 10);
    for (const int filled : {9, 10, 17, 18}) work[static_cast<std::size_t>(filled)] = 0;
    work[12] = 700;  // on the border of the subdivided one
    work[21] = 3;    // in the filled one
    const WorkSums sums = sum_work({{0, 0, 8, 4}, work}, eight_by_four());
    EXPECT_EQ(sums.max, 700u);
    EXPECT_EQ(sums[PixelOutcome::filled], (WorkShare{4, 0}));
    EXPECT_EQ(sums[PixelOutcome::border], (WorkShare{13, 123}));
    EXPECT_EQ(sums[PixelOutcome::leaf], (WorkShare{3, 30}));
    EXPECT_EQ(sums[PixelOutcome::shared], (WorkShare{12, 810}));
    EXPECT_EQ(sums.levels, (std::vector<WorkShare>{{28, 930}, {4, 33}}));
    EXPECT_EQ(sums.total(), (WorkShare{32, 963}));
}

TEST(WorkSums, OfPartsAddUp) {
    const WorkSums shallow{7, {{{1, 0}, {2, 20}, {3, 30}, {4, 40}}}, {{10, 90}}};
    const WorkSums deep{9, {{{10, 0}, {20, 200}, {30, 300}, {40, 400}}}, {{60, 500}, {40, 400}}};
    const WorkSums both{9, {{{11, 0}, {22, 220}, {33, 330}, {44, 440}}}, {{70, 590}, {40, 400}}};
    WorkSums sums = shallow;
    sums += deep;
    EXPECT_EQ(sums, both);
    EXPECT_EQ(sums.total(), (WorkShare{110, 990}));
    sums = deep;
    sums += shallow;
    EXPECT_EQ(sums, both) << "in any order";
}

TEST(WorkSums, TellHowOftenPixelsWereIteratedAgain) {
    WorkSums sums;
    sums.outcomes[0] = {60, 0};
    sums.outcomes[3] = {40, 100};
    EngineStats stats;
    stats.levels.resize(2);
    stats.levels[0].pixels_iterated = 40;
    stats.levels[1].pixels_filled = 60;
    EXPECT_EQ(repeats(sums, stats), 0);
    stats.levels[1].pixels_iterated = 25;
    EXPECT_EQ(repeats(sums, stats), 25);
}

// Pixels that did not escape have no dwell.
TEST(DwellSummary, IsOfThePixelsThatEscaped) {
    constexpr std::uint32_t limit = 5000;
    const std::vector<std::uint32_t> dwells{limit, 7, 1000, limit, 3, 9};
    const auto summary = summarise(HostField<std::uint32_t>{{0, 0, 3, 2}, dwells}, limit);
    EXPECT_EQ(summary.escaped, 4);
    EXPECT_EQ(summary.min, 3U);
    EXPECT_EQ(summary.max, 1000U);
    EXPECT_EQ(summary.high, 1000U) << "not the end of its bin";
}

}  // namespace
}  // namespace mariani
