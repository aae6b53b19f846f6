// Parts of pictures, forced precisions, and regions filled over deltas.
#include "compute/workloads/mandelbrot/deep/engine/subdivision.hpp"

#include "compute/workloads/mandelbrot/deep/engine/ladder.hpp"
#include "places.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

Picture computed(const Request& request, const Watch& watch = {}) {
    Ladder ladder(2);
    Progress progress;
    return *ladder.compute(request, {}, progress, watch);
}

TEST(DeepPartTest, PartsAreThoseOfTheWhole) {
    const Request request{place_1e50().place, {40, 30}, 12'000};
    const Picture whole = computed(request);
    for (const PixelRect part : {PixelRect{0, 0, 20, 30}, {20, 0, 20, 30}, {7, 11, 5, 3}}) {
        Request of_part = request;
        of_part.part = part;
        const Picture picture = computed(of_part);
        EXPECT_EQ(picture.part, part);
        for (int y = 0; y < part.height; ++y)
            for (int x = 0; x < part.width; ++x) {
                const std::size_t here = index({0, 0, part.width, part.height}, x, y);
                const std::size_t there = index(whole.part, part.x + x, part.y + y);
                ASSERT_EQ(picture.dwells[here], whole.dwells[there]) << x << "," << y;
                ASSERT_EQ(picture.iterations[here], whole.iterations[there]) << x << "," << y;
            }
    }
}

TEST(DeepPartTest, PartsOutsideAreRefused) {
    Request request{{"-0.5", "0", "2"}, {40, 30}, 100};
    request.part = PixelRect{30, 0, 20, 30};
    EXPECT_EQ(why_invalid(request), "the part to compute is not inside the image");
}

// Whatever the precision that begins, all dwells are the same.
TEST(DeepPrecisionTest, EachProvesTheSameDwells) {
    Request request{place_1e14().place, {12, 12}, 4000};
    const Picture automatic = computed(request);
    for (const Precision precision :
         {Precision::deltas, Precision::scaled, Precision::double_double, Precision::many_digits}) {
        SCOPED_TRACE(static_cast<int>(precision));
        request.precision = precision;
        const Picture picture = computed(request);
        EXPECT_EQ(picture.dwells, automatic.dwells);
        EXPECT_EQ(picture.statistics.pixels_of(Rung::none), 0);
        EXPECT_EQ(picture.statistics.pixels_of(Rung::deltas) > 0,
                  precision < Precision::double_double);
        EXPECT_EQ(picture.statistics.pixels_of(Rung::direct) == 144,
                  precision == Precision::many_digits);
        EXPECT_EQ(picture.statistics.direct_steps > 0, precision == Precision::many_digits);
        EXPECT_EQ(picture.statistics.work.steps > 0, precision != Precision::many_digits);
    }
}

// A picture that is watched is soon seen as a whole, and ends as if nobody had watched it. On one
// thread: others begin elsewhere in the list.
TEST(DeepWatchTest, CoarsePixelsComeFirst) {
    const Request request{place_1e14().place, {64, 48}, 4000};
    std::int64_t looks = 0;
    bool coarse_first = true;
    const Watch watch = [&](const Picture& so_far) {
        ++looks;
        const auto is_known = [&](int x, int y) {
            return so_far.dwells[index(so_far.part, x, y)] != unknown_dwell;
        };
        bool all_coarse = true, some_fine = false;
        for (int y = 0; y < 48; ++y)
            for (int x = 0; x < 64; ++x)
                if (x % 8 == 0 && y % 8 == 0)
                    all_coarse = all_coarse && is_known(x, y);
                else if (x % 2 == 1)
                    some_fine = some_fine || is_known(x, y);
        coarse_first = coarse_first && (all_coarse || !some_fine);
    };
    Progress progress;
    const Picture watched = *Ladder(1).compute(request, {}, progress, watch);
    EXPECT_GT(looks, 2);
    EXPECT_TRUE(coarse_first);
    EXPECT_EQ(watched.dwells, computed(request).dwells);
}

class DeepFillRuleTest : public testing::TestWithParam<FillRule> {};

TEST_P(DeepFillRuleTest, AViewOfInnerAndOuterRegionsIsThatOfEveryPixel) {
    Request request{{"-0.15", "0.75", "0.7"}, {256, 192}, 300};
    const Picture exhaustive = computed(request);
    request.subdivision = Subdivision{{4, 2, 8}, GetParam()};
    const Picture filled = computed(request);
    EXPECT_EQ(filled.dwells, exhaustive.dwells);
    EXPECT_GT(filled.statistics.pixels_of(Rung::filled), 0);
    EXPECT_EQ(filled.statistics.pixels_of(Rung::none), 0);
    // Inside, `safe` fills only what theorems know as well.
    EXPECT_LE(filled.statistics.work.steps, exhaustive.statistics.work.steps);
    if (GetParam() != FillRule::safe) {
        EXPECT_LT(filled.statistics.work.steps, exhaustive.statistics.work.steps);
    }

    RegionCounts<std::int64_t> total{};
    for (const LevelStats& level : filled.levels) total += level;
    EXPECT_EQ(total.pixels_filled + total.pixels_iterated, 256 * 192);
    EXPECT_EQ(total.regions, static_cast<std::int64_t>(filled.regions.size()));
    EXPECT_EQ(total.regions, total.filled + total.subdivided + total.leaves);
    EXPECT_EQ(static_cast<std::uint64_t>(total.iterations),
              filled.statistics.work.steps + filled.statistics.work.jumps);
    std::uint64_t of_regions = 0;
    for (const Region& region : filled.regions) of_regions += region.iterations;
    EXPECT_EQ(of_regions, static_cast<std::uint64_t>(total.iterations));
}
INSTANTIATE_TEST_SUITE_P(, DeepFillRuleTest,
                         testing::Values(FillRule::uniform, FillRule::interior, FillRule::safe),
                         [](const auto& test) { return std::string(name_of(test.param)); });

// A region with the whole set in it has a uniform border, and is not filled.
TEST(DeepSubdivisionTest, TheWholeSetIsNotFilledOver) {
    Request request{{"0", "0", "100"}, {97, 97}, 300};
    const Picture exhaustive = computed(request);
    ASSERT_GT(std::ranges::max(exhaustive.dwells), 1U);
    request.subdivision = Subdivision{{1, 2, 4}, FillRule::uniform};
    EXPECT_EQ(computed(request).dwells, exhaustive.dwells);
}

TEST(DeepSubdivisionTest, DeepPlacesAreThoseOfEveryPixel) {
    for (const KnownPlace* known : {&place_1e14(), &place_1e113()}) {
        SCOPED_TRACE(known->name);
        Request request{known->place, {48, 48}, known->limit};
        const Picture exhaustive = computed(request);
        request.subdivision = Subdivision{{4, 2, 4}, FillRule::uniform};
        EXPECT_EQ(computed(request).dwells, exhaustive.dwells);
    }
}

// What no rung proves differs from everything, even from its own like; a preview claims no proof
// and fills all the same.
TEST(DeepSubdivisionTest, WhatIsNotProvenDiffers) {
    const auto filled_of = [](Quality quality, Rung rung) {
        Request request{{"-0.2", "0", "0.2"}, {64, 64}, 300};
        request.quality = quality;
        request.subdivision = Subdivision{{4, 2, 8}, FillRule::uniform};
        Picture picture = empty_picture(whole(request.size));
        const auto decide = [&](const std::vector<std::uint32_t>& pixels) {
            for (const std::uint32_t pixel : pixels) {
                picture.dwells[pixel] = 300;
                picture.rungs[pixel] = rung;
            }
        };
        subdivide(request, PixelPoints(request.place, request.size, 64), decide, {}, picture);
        return std::ranges::count(picture.rungs, Rung::filled);
    };
    EXPECT_EQ(filled_of(Quality::proven, Rung::none), 0);
    EXPECT_EQ(filled_of(Quality::proven, Rung::direct), 16 * 14 * 14);
    EXPECT_EQ(filled_of(Quality::preview, Rung::none), 16 * 14 * 14);
}

TEST(DeepSubdivisionTest, APreviewProvesNothing) {
    Request request{{"-0.2", "0", "0.2"}, {64, 64}, 300};
    request.quality = Quality::preview;
    request.subdivision = Subdivision{{4, 2, 8}, FillRule::uniform};
    const Statistics statistics = computed(request).statistics;
    EXPECT_GT(statistics.pixels_of(Rung::filled), 0);
    EXPECT_EQ(statistics.pixels_of(Rung::filled) + statistics.pixels_of(Rung::none), 64 * 64);
}

}  // namespace
}  // namespace mariani::deep
