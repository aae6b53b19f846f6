#include "render/picture/picture.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

constexpr Rgb8 ground{40, 40, 40};

Image plain(ImageSize size) {
    Image image(size, PixelFormat::rgb);
    std::ranges::fill(image.bytes(), std::uint8_t{40});
    return image;
}

OverlayStyle lines_only() {
    OverlayStyle style;
    style.tint = 0;
    style.line_opacity = 1;
    return style;
}

Region region(PixelRect rect, int level, Outcome outcome) {
    Region result;
    result.rect = rect;
    result.level = static_cast<std::uint8_t>(level);
    result.outcome = outcome;
    return result;
}

TEST(Overlay, OutlinesLieOnTheRegionsOwnBorder) {
    const std::vector regions{region({5, 7, 20, 16}, 0, Outcome::leaf)};
    Image image = plain({40, 30});
    draw_overlay(image, whole({40, 30}), regions, lines_only());
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x) {
            const int depth = std::min({x - 5, 24 - x, y - 7, 22 - y});  // 0: the border
            if (depth == 0)
                ASSERT_EQ(image.at(x, y), level_colour(0)) << x << ',' << y;
            else if (depth == 1)
                ASSERT_LT(image.at(x, y).g, ground.g) << x << ',' << y;  // the dark casing
            else
                ASSERT_EQ(image.at(x, y), ground) << x << ',' << y;
        }
}

TEST(Overlay, TintsAreasByOutcome) {
    OverlayStyle style;
    style.tint = 1;
    const std::vector regions{region({0, 0, 20, 20}, 1, Outcome::filled),
                              region({20, 0, 20, 20}, 1, Outcome::leaf),
                              region({0, 20, 20, 20}, 1, Outcome::subdivided)};
    Image image = plain({40, 40});
    draw_overlay(image, whole({40, 40}), regions, style);
    EXPECT_EQ(image.at(10, 10), outcome_tint(Outcome::filled).colour);
    EXPECT_EQ(image.at(30, 10), outcome_tint(Outcome::leaf).colour);
    EXPECT_EQ(image.at(10, 30), ground);
    EXPECT_EQ(image.at(30, 30), ground);
}

TEST(Overlay, FiltersByOutcomeAndLevel) {
    const std::vector regions{region({0, 0, 20, 20}, 1, Outcome::filled),
                              region({20, 0, 20, 20}, 2, Outcome::leaf)};
    const auto drawn = [&](const OverlayStyle& style) {
        Image image = plain({40, 20});
        draw_overlay(image, whole({40, 20}), regions, style);
        return std::pair{image.at(0, 0) != ground, image.at(20, 0) != ground};
    };
    OverlayStyle style = lines_only();
    EXPECT_EQ(drawn(style), std::pair(true, true));
    style.leaves = false;
    EXPECT_EQ(drawn(style), std::pair(true, false));
    style = lines_only();
    style.levels = 1u << 2;
    EXPECT_EQ(drawn(style), std::pair(false, true));
}

TEST(Overlay, ReplaysTheSubdivisionLevelByLevel) {
    OverlayStyle style;
    style.replay_level = 1;
    EXPECT_EQ(appearance(style, region({}, 0, Outcome::subdivided)), Appearance::subdivided);
    EXPECT_EQ(appearance(style, region({}, 0, Outcome::filled)), Appearance::filled);
    EXPECT_EQ(appearance(style, region({}, 1, Outcome::leaf)), Appearance::unresolved);
    EXPECT_EQ(appearance(style, region({}, 1, Outcome::filled)), Appearance::unresolved);
    EXPECT_EQ(appearance(style, region({}, 2, Outcome::filled)), Appearance::hidden);
    style.filled = false;  // outcomes are not known yet, so that they hide nothing
    EXPECT_EQ(appearance(style, region({}, 1, Outcome::filled)), Appearance::unresolved);
    EXPECT_EQ(appearance(style, region({}, 0, Outcome::filled)), Appearance::hidden);
}

TEST(Overlay, LeavesAPictureOfTinyRegionsVisible) {
    const auto dwells = test::dwells_of(test::paper, {128, 128}, 64);
    const auto regions = test::regions_of(dwells, 2, 2, 1);
    Image image = plain({128, 128});
    OverlayStyle style = lines_only();
    style.levels = ~0xfu;  // regions of 4 pixels and less
    draw_overlay(image, whole({128, 128}), *regions, style);
    std::int64_t sum = 0;
    for (const auto byte : image.bytes()) sum += std::abs(byte - 40);
    EXPECT_LT(sum / static_cast<std::int64_t>(image.bytes().size()), 25);
}

TEST(Overlay, BandsOfAPosterAgreeWithTheWhole) {
    const auto dwells = test::dwells_of(test::paper, {90, 70}, 64);
    const auto regions = test::regions_of(dwells, 3, 2, 4);
    const OverlayStyle style;
    Image all = plain({90, 70});
    draw_overlay(all, whole({90, 70}), *regions, style, 2);
    for (int y = 0; y < 70; y += 13) {
        const PixelRect part{0, y, 90, std::min(13, 70 - y)};
        Image band = plain({90, part.height});
        draw_overlay(band, part, *regions, style, 2);
        for (int row = 0; row < part.height; ++row)
            ASSERT_TRUE(std::ranges::equal(band.row(row), all.row(y + row))) << y + row;
    }
}

TEST(Legend, LevelsAndOutcomesDifferAndLevelsDescendInLightness) {
    std::set<std::tuple<int, int, int>> seen;
    double last = 1000;
    for (int level = 0; level <= 10; ++level) {
        const Rgb8 c = level_colour(level);
        EXPECT_TRUE(seen.insert({c.r, c.g, c.b}).second) << level;
        const double lightness = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
        EXPECT_LE(lightness, last) << level;
        EXPECT_GT(lightness, 100) << level;  // readable over dark pictures
        last = lightness;
    }
    EXPECT_EQ(level_colour(40), level_colour(10));
    EXPECT_NE(outcome_tint(Outcome::filled).colour, outcome_tint(Outcome::leaf).colour);
    EXPECT_EQ(outcome_tint(Outcome::subdivided).opacity, 0);
}

}  // namespace
}  // namespace mariani::render
