#include "compute/model/growing_frame.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/picture.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

const Palette grey_ramp{"ramp", {{0, 0, 0}, {255, 255, 255}}};
const Palette primaries{"three", {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}}};

// A field of one row.
HostField<std::uint32_t> row_of(const std::vector<std::uint32_t>& dwells) {
    return {{0, 0, static_cast<int>(dwells.size()), 1}, dwells};
}

Colouring colouring(Mapping mapping) {
    Colouring result;
    result.mapping = mapping;
    return result;
}

TEST(ColourMap, ShowsPointsInsideInTheirOwnColour) {
    Colouring setting = colouring(Mapping::cyclic);
    setting.inside = {1, 0.5f, 0};
    const ColourMap map(setting, primaries, 100);
    EXPECT_EQ(map.colour(100), (Rgb8{255, 128, 0}));
    EXPECT_NE(map.colour(99), (Rgb8{255, 128, 0}));
}

TEST(ColourMap, RepeatsThePaletteEveryPeriodAlsoAtTheHighestDwells) {
    Colouring setting = colouring(Mapping::cyclic);
    setting.period = 3;
    const ColourMap map(setting, primaries, 10'000'000);
    for (const std::uint32_t base : {0u, 3u, 300u, 9'999'990u})
        for (std::uint32_t i = 0; i < 3; ++i)
            EXPECT_EQ(map.colour(base + i), primaries.colours[i]) << base;
}

// No two neighbours are alike.
Palette many_colours(std::uint32_t count) {
    Palette palette{"many", {}};
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t mixed = (i + 1) * 2654435761u;
        palette.colours.push_back({static_cast<std::uint8_t>(mixed >> 24),
                                   static_cast<std::uint8_t>(mixed >> 16),
                                   static_cast<std::uint8_t>(i)});
    }
    return palette;
}

TEST(ColourMap, ShowsEachColourExactlyAtAPeriodOfAsManyDwells) {
    constexpr std::uint32_t limit = 10'000'000;
    std::vector<std::uint32_t> counts{1000, 4095, 4096, 4097, 5000, 40'000, 65'535, 65'536};
    for (std::uint32_t count = 1; count <= 300; ++count) counts.push_back(count);
    for (const std::uint32_t count : counts) {
        const Palette palette = many_colours(count);
        ASSERT_TRUE(count < 3 || !repeats_mirrored(palette)) << count;
        Colouring setting = colouring(Mapping::cyclic);
        setting.period = count;
        const ColourMap map(setting, palette, limit);
        setting.reversed = true;
        const ColourMap back(setting, palette, limit);
        const std::uint32_t last_turn = (limit / count - 1) * count;
        for (const std::uint32_t base : {0u, last_turn})
            for (std::uint32_t i = 0; i < count; ++i) {
                ASSERT_EQ(map.colour(base + i), palette.colours[i]) << count << ", " << base + i;
                ASSERT_EQ(back.colour(base + i), palette.colours[(count - i) % count]) << count;
            }
    }
}

TEST(ColourMap, ShowsEachColourExactlyOnTheWayForthAndBack) {
    for (const std::uint32_t count : {100u, 256u}) {
        Palette palette{"ramp", {}};
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto level = static_cast<std::uint8_t>(i * 255 / (count - 1));
            palette.colours.push_back({level, 0, static_cast<std::uint8_t>(255 - level)});
        }
        Colouring setting = colouring(Mapping::cyclic);
        setting.period = 2 * (count - 1);
        ASSERT_TRUE(repeats_mirrored(palette));
        const ColourMap map(setting, palette, 100'000);
        for (std::uint32_t i = 0; i < count; ++i) {
            ASSERT_EQ(map.colour(i), palette.colours[i]) << count << ", " << i;
            ASSERT_EQ(map.colour(10 * 2 * (count - 1) - i), palette.colours[i]) << count;
        }
    }
}

// By dwells 0 to count - 1, which are as many each.
TEST(ColourMap, ShowsEachColourExactlyAlongAnEvenCurve) {
    for (const std::uint32_t count : {2u, 24u, 100u, 250u}) {
        const Palette palette = many_colours(count);
        std::vector<std::uint32_t> dwells;
        for (std::uint32_t i = 0; i < count; ++i) dwells.push_back(i);
        dwells.pop_back();
        const ColourMap map(colouring(Mapping::equalised), palette, 1000,
                            summarise(row_of(dwells), 1000));
        for (std::uint32_t i = 0; i < count; ++i)
            ASSERT_EQ(map.colour(i), palette.colours[i]) << count << ", " << i;
    }
}

TEST(ColourMap, MixesNeighboursToTheNearestColour) {
    Colouring setting = colouring(Mapping::cyclic);
    setting.period = 2 * 255 * 4;
    const ColourMap map(
        setting, {"levels", {{0, 0, 0}, {85, 85, 85}, {170, 170, 170}, {255, 255, 255}}}, 100'000);
    for (std::uint32_t dwell = 0; dwell <= 255 * 4; ++dwell) {
        if (dwell % 4 == 2) continue;
        EXPECT_EQ(map.colour(dwell).r, (dwell + 2) / 4) << dwell;
    }
}

TEST(ColourMap, OffsetTurnsThePalette) {
    Colouring setting = colouring(Mapping::cyclic);
    setting.period = 256;
    const ColourMap plain(setting, primaries, 1000);
    setting.offset = 0.25;
    const ColourMap turned(setting, primaries, 1000);
    EXPECT_EQ(turned.colour(10), plain.colour(74));
}

TEST(ColourMap, ReversedRunsThePaletteBackwards) {
    const std::vector<std::uint32_t> dwells{1, 2, 5, 20, 99};
    const auto summary = summarise(row_of(dwells), 100);
    Colouring setting = colouring(Mapping::stretched);
    EXPECT_EQ(ColourMap(setting, grey_ramp, 100, summary).colour(1), (Rgb8{0, 0, 0}));
    EXPECT_EQ(ColourMap(setting, grey_ramp, 100, summary).colour(99), (Rgb8{255, 255, 255}));
    setting.reversed = true;
    EXPECT_EQ(ColourMap(setting, grey_ramp, 100, summary).colour(1), (Rgb8{255, 255, 255}));
    EXPECT_EQ(ColourMap(setting, grey_ramp, 100, summary).colour(99), (Rgb8{0, 0, 0}));
}

TEST(ColourMap, StretchedRisesFromTheLeastToTheGreatestEscapedDwell) {
    const std::vector<std::uint32_t> dwells{1000, 1001, 1100, 50'000, 9'000'000, 10'000'000};
    const auto summary = summarise(row_of(dwells), 10'000'000);
    const ColourMap map(colouring(Mapping::stretched), grey_ramp, 10'000'000, summary);
    int last = -1;
    for (std::size_t i = 0; i + 1 < dwells.size(); ++i) {
        EXPECT_GT(map.colour(dwells[i]).r, last);
        last = map.colour(dwells[i]).r;
    }
    EXPECT_EQ(map.colour(1000).r, 0);
    EXPECT_GE(last, 254);           // the bin of the greatest dwell is narrower than a hundredth
    EXPECT_EQ(map.colour(5).r, 0);  // a dwell that is not in the summary
}

TEST(ColourMap, StretchedDoesNotGiveThePaletteToAFewHighDwells) {
    std::vector<std::uint32_t> dwells(10'000);
    for (std::uint32_t i = 0; i < 10'000; ++i) dwells[i] = 10 + i % 50;
    dwells[7] = 900'000;
    const auto summary = summarise(row_of(dwells), 1'000'000);
    const ColourMap map(colouring(Mapping::stretched), grey_ramp, 1'000'000, summary);
    EXPECT_GE(map.colour(59).r, 250);
    EXPECT_EQ(map.colour(900'000).r, 255);
}

TEST(ColourMap, EqualisedGivesEachColourItsShareOfThePixels) {
    std::vector<std::uint32_t> dwells;  // half of the escaped pixels have dwell 3
    for (std::uint32_t i = 0; i < 100; ++i) dwells.push_back(i % 2 ? 3 : 100 + i);
    dwells.push_back(500);
    const auto summary = summarise(row_of(dwells), 500);
    const ColourMap map(colouring(Mapping::equalised), grey_ramp, 500, summary);
    EXPECT_EQ(map.colour(3).r, 0);
    EXPECT_NEAR(map.colour(100).r, 127, 1);
    EXPECT_NEAR(map.colour(148).r, 127 + 62, 3);
    EXPECT_EQ(map.colour(500), (Rgb8{0, 0, 0}));  // inside
}

TEST(ColourMap, SmoothColoursLieBetweenThoseOfTheDwells) {
    for (const Mapping mapping : {Mapping::cyclic, Mapping::stretched, Mapping::equalised}) {
        const std::vector<std::uint32_t> dwells{10, 11, 12, 13, 14, 15, 16};
        Colouring setting = colouring(mapping);
        setting.smooth = true;
        const ColourMap map(setting, grey_ramp, 100, summarise(row_of(dwells), 100));
        EXPECT_EQ(map.colour(12, 0),
                  ColourMap(colouring(mapping), grey_ramp, 100, summarise(row_of(dwells), 100))
                      .colour(12));
        EXPECT_GT(map.colour(12, 0.5f).r, map.colour(12, 0).r);
        EXPECT_LE(map.colour(12, 1.0f).r, map.colour(13, 0).r);
        EXPECT_NEAR(map.colour(12, 1.0f).r, map.colour(13, 0).r, 1);
    }
}

TEST(ColourMap, FractionsCountOnlyWhenSmooth) {
    const ColourMap map(colouring(Mapping::cyclic), primaries, 100);
    EXPECT_EQ(map.colour(12, 0.7f), map.colour(12));
}

TEST(ColourMap, RowsAndSinglePixelsAgree) {
    const auto dwells = test::dwells_of(test::paper, {64, 48}, 200, true);
    Colouring setting = colouring(Mapping::equalised);
    setting.smooth = true;
    const ColourMap map(setting, primaries, 200, summarise(dwells.host(), 200));
    std::vector<std::uint8_t> rgb(dwells.values.size() * 3);
    map.colours(dwells.values, dwells.fractions, rgb.data());
    for (std::size_t i = 0; i < dwells.values.size(); ++i) {
        const Rgb8 colour = map.colour(dwells.values[i], dwells.fractions[i]);
        ASSERT_EQ(colour, (Rgb8{rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]})) << i;
    }
}

TEST(ColourMap, FramesWithoutAnEscapedPixelAreDrawn) {
    const std::vector<std::uint32_t> dwells(20, 50);
    for (const Mapping mapping : {Mapping::cyclic, Mapping::stretched, Mapping::equalised})
        EXPECT_EQ(
            ColourMap(colouring(mapping), primaries, 50, summarise(row_of(dwells), 50)).colour(50),
            (Rgb8{0, 0, 0}));
}

TEST(ColourMap, RefusesWhatAColouringMayNotBe) {
    Colouring setting = colouring(Mapping::cyclic);
    setting.period = 0.5;
    EXPECT_THROW(ColourMap(setting, primaries, 10), std::invalid_argument);
    EXPECT_EQ(why_invalid(setting),
              "the palette's period is 0.5: it must be from 1 to 10000000 dwells");
    setting = {};
    setting.offset = 1;
    EXPECT_TRUE(why_invalid(setting));
    setting = {};
    setting.light_angle = 360;
    EXPECT_EQ(why_invalid(setting),
              "the light's angle is 360: it must be at least 0 and below 360 degrees");
    setting = {};
    setting.light_height = 90.5;
    EXPECT_TRUE(why_invalid(setting));
    setting.light_height = std::nan("");
    EXPECT_TRUE(why_invalid(setting));
    setting = {};
    setting.inside[1] = -0.1f;
    EXPECT_TRUE(why_invalid(setting));
    EXPECT_FALSE(why_invalid(Colouring{}));
}

TEST(ColourMap, ByDistanceRunsFromTheSetToTheFarthest) {
    Colouring setting = colouring(Mapping::distance);
    const ColourMap map(setting, grey_ramp, 100, {}, {200});
    EXPECT_EQ(map.colour(5, 0, {0, 0}), (Rgb8{0, 0, 0}));
    EXPECT_EQ(map.colour(5, 0, {200, 0}), (Rgb8{255, 255, 255}));
    EXPECT_EQ(map.colour(5, 0, {1e9f, 0}), (Rgb8{255, 255, 255}));
    EXPECT_EQ(map.colour(100, 0, {0, 0}), (Rgb8{0, 0, 0})) << "inside";
    int last = -5;
    for (const float distance : {0.0f, 0.1f, 0.3f, 1.0f, 3.0f, 10.0f, 30.0f, 100.0f}) {
        const int shade = map.colour(5, 0, {distance, 0}).r;
        EXPECT_GE(shade, last + 5) << distance;
        EXPECT_EQ(map.colour(77, 0.5f, {distance, 0.7f}).r, shade) << "whatever the dwell";
        last = shade;
    }
    const ColourMap coarse(setting, grey_ramp, 100, {}, distance_scale(800, 0.25));
    for (const float distance : {0.1f, 1.0f, 17.0f, 150.0f})
        EXPECT_NEAR(coarse.colour(5, 0, {distance / 4, 0}).r, map.colour(5, 0, {distance, 0}).r, 1)
            << "what stands in for the picture has its colours";
    setting.reversed = true;
    EXPECT_EQ(ColourMap(setting, grey_ramp, 100, {}, {200}).colour(5), (Rgb8{255, 255, 255}));
}

TEST(ColourMap, ShadingDimsWhatTurnsAwayFromTheLight) {
    const Palette white{"white", {{255, 255, 255}}};
    Colouring setting = colouring(Mapping::cyclic);
    setting.shaded = true;
    setting.light_angle = 90;
    setting.light_height = 30;
    const ColourMap map(setting, white, 100);
    EXPECT_EQ(map.colour(5, 0, {1, 0.25f}), (Rgb8{255, 255, 255})) << "towards the light";
    EXPECT_EQ(map.colour(5, 0, {1, 0.75f}), (Rgb8{0, 0, 0})) << "away from it";
    EXPECT_EQ(map.colour(5, 0, {1, 0}), map.colour(5, 0, {1, 0.5f})) << "from the side";
    EXPECT_GT(map.colour(5, 0, {1, 0.1f}).r, map.colour(5, 0, {1, 0}).r);
    EXPECT_EQ(map.colour(100, 0, {0, 0.25f}), (Rgb8{0, 0, 0})) << "inside";
    setting.light_height = 90;
    EXPECT_EQ(ColourMap(setting, white, 100).colour(5, 0, {1, 0.75f}), (Rgb8{255, 255, 255}));
    setting.shaded = false;
    EXPECT_EQ(ColourMap(setting, white, 100).colour(5, 0, {1, 0.75f}), (Rgb8{255, 255, 255}));
}

TEST(ColourMap, OfWorkTellsNoneAndTwiceAsMuchApart) {
    const ColourMap map = ColourMap::of_work(grey_ramp, 1000);
    EXPECT_EQ(map.colour(0), idle_colour);
    EXPECT_NE(map.colour(1), idle_colour);
    EXPECT_EQ(map.colour(1000).r, 255);
    int last = 0;
    for (const std::uint32_t work : {1u, 10u, 100u, 500u, 1000u}) {
        EXPECT_GE(map.colour(work).r, last + 10) << work;
        last = map.colour(work).r;
    }
    EXPECT_EQ(ColourMap::of_work(grey_ramp, 0).colour(0), idle_colour);
}

TEST(ColourMap, OfLevelsAndOutcomesAreThoseOfTheGridsLegend) {
    const ColourMap levels = ColourMap::of_levels(), outcomes = ColourMap::of_outcomes();
    for (int level = 0; level < 40; ++level)
        EXPECT_EQ(levels.colour(static_cast<std::uint32_t>(level)), level_colour(level));
    EXPECT_EQ(outcomes.colour(0), outcome_tint(Outcome::filled).colour);
    EXPECT_EQ(outcomes.colour(2), outcome_tint(Outcome::leaf).colour);
    std::set<std::tuple<int, int, int>> different;
    for (std::uint32_t i = 0; i < pixel_outcomes; ++i) {
        const auto [r, g, b] = outcomes.colour(i);
        different.insert({r, g, b});
    }
    EXPECT_EQ(different.size(), pixel_outcomes);
}

TEST(DwellBins, EachValueLiesInItsBin) {
    for (std::uint64_t above = 0; above < (1ull << 32); above += above / 50 + 1) {
        const auto value = static_cast<std::uint32_t>(above);
        const auto [bin, first, log2_width] = DwellBins::place(value);
        ASSERT_LT(bin, static_cast<std::uint32_t>(DwellBins::count));
        ASSERT_EQ(DwellBins::first_of(bin), first);
        ASSERT_LE(first, value);
        ASSERT_LT(value - first, 1u << log2_width);
    }
}

TEST(DwellSummary, CountsEveryEscapedPixel) {
    const std::vector<std::uint32_t> dwells{7, 7, 9, 3, 64, 64, 5000};
    const auto summary = summarise(row_of(dwells), 64);
    EXPECT_EQ(summary.min, 3u);
    EXPECT_EQ(summary.max, 9u);
    EXPECT_EQ(summary.escaped, 4);
    EXPECT_EQ(summary.histogram[4], 2u);
}

// Whether every colour of any pixel is among the map's few, which there are at most 256 of.
void expect_complete(const ColourMap& map) {
    const auto few = map.few_colours();
    ASSERT_TRUE(few);
    EXPECT_LE(few->colours().size(), 256u);
    const auto known = [&](Rgb8 colour) { return std::ranges::count(few->colours(), colour); };
    for (std::uint32_t dwell = 0; dwell < 3000; ++dwell)
        for (const float fraction : {0.0f, 0.3f, 0.99f})
            ASSERT_EQ(known(map.colour(dwell, fraction)), 1) << dwell << " + " << fraction;
}

// In stripes of two colours, of which the palettes of files know.
TEST(ColourMap, HatchesWhatIsNotKnown) {
    const std::vector<std::uint32_t> dwells(16, unknown_dwell);
    const ColourMap map(colouring(Mapping::cyclic), primaries, 2000);
    const Image image = draw_picture(row_of(dwells), {}, map);
    const auto few = map.few_colours();
    ASSERT_TRUE(few);
    std::set<std::uint8_t> reds;
    for (int x = 0; x < 16; ++x) {
        const std::uint8_t* const pixel = image.row(0).data() + 3 * x;
        const Rgb8 colour{pixel[0], pixel[1], pixel[2]};
        EXPECT_EQ(std::ranges::count(few->colours(), colour), 1);
        EXPECT_EQ(colour, map.hatch(x, 0));
        reds.insert(colour.r);
    }
    EXPECT_EQ(reds.size(), 2u);
    EXPECT_FALSE(ColourMap::of_work(primaries, 900).shows_dwells());
}

TEST(ColourMap, KnowsItsColoursIfTheyAreFew) {
    const std::vector<std::uint32_t> dwells{1, 2, 3, 5, 8, 13, 21, 34, 100, 900, 2000, 2000};
    const auto summary = summarise(row_of(dwells), 2000);
    Colouring setting = colouring(Mapping::cyclic);
    setting.inside = {1, 0, 0.5f};
    expect_complete({setting, primaries, 2000});
    setting.offset = 0.3;
    setting.period = 17;
    expect_complete({setting, primaries, 2000});
    for (const auto mapping : {Mapping::stretched, Mapping::equalised}) {
        setting.mapping = mapping;
        setting.inside = {};
        setting.smooth = true;
        expect_complete({setting, grey_ramp, 2000, summary});
    }
    expect_complete(ColourMap::of_work({"dark", {{0, 0, 0}, {90, 90, 90}}}, 900));
    expect_complete(ColourMap::of_levels());
    expect_complete(ColourMap::of_outcomes());
    EXPECT_FALSE(ColourMap(setting, primaries, 2000, summary).few_colours()) << "smooth";
    setting.mapping = Mapping::distance;
    const auto by_distance = ColourMap(setting, grey_ramp, 2000).few_colours();
    ASSERT_TRUE(by_distance);
    EXPECT_EQ(by_distance->colours().size(), 256u);
    setting.shaded = true;
    EXPECT_FALSE(ColourMap(setting, grey_ramp, 2000).few_colours()) << "shaded";
}

}  // namespace
}  // namespace mariani::render
